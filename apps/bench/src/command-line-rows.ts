import { atMost, type Row, row } from "./row.js";

/** The rows of whole programs: in the place of the official client stands one that people use. */
export const COMMAND_LINE_ROWS: readonly Row[] = [
  row(
    "command-line.processMs.mcporter",
    "one call as a program, beside mcporter",
    "ms",
    atMost(1.6, "bare"),
  ),
  row("command-line.processMs.inspector", "  beside the Inspector's --cli", "ms"),
];
