import { COMMAND_LINES } from "./contender.js";
import { entrants } from "./entrants.js";
import { oneShot } from "./one-shot.js";
import type { Scenario } from "./scenario.js";

/** What a command line is held to. */
export const COMMAND_LINE_SCENARIOS: readonly Scenario[] = [
  {
    name: "command-line",
    group: "command-line",
    entrants: entrants(COMMAND_LINES, { all: 15 }, oneShot),
  },
];
