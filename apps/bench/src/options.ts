import { parseArgs } from "node:util";
import { GROUPS, type Size } from "./scenario.js";
import { SCENARIOS } from "./scenarios.js";

/** What the command line asks for. */
export interface BenchOptions {
  readonly size: Size;
  /** Names of scenarios, in the order in which they run. */
  readonly scenarios: readonly string[];
  /** The file for the result. */
  readonly out: string;
}

/** The command line makes no sense, or asks only how it is used; the message is for the user. */
export interface UsageNote {
  readonly type: "usage";
  readonly exitCode: 0 | 2;
  readonly message: string;
}

/** Reads the arguments after the script. */
export function readOptions(args: readonly string[]): BenchOptions | UsageNote {
  const names = SCENARIOS.map(({ name }) => name);
  const known: readonly string[] = [...GROUPS, ...names];
  const usage = `usage: node dist/main.js [--quick] [--only NAME]... [--out FILE]\nNAME: ${names.join(", ")}; all of one kind: ${GROUPS.join(", ")}`;
  const flaw = (message: string): UsageNote => ({
    type: "usage",
    exitCode: 2,
    message: `${message}\n${usage}`,
  });
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string", multiple: true, default: [...GROUPS] },
        out: { type: "string", default: "bench-result.json" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return { type: "usage", exitCode: 0, message: usage };
    const unknown = values.only.find((name) => !known.includes(name));
    if (unknown !== undefined) return flaw(`There is no scenario "${unknown}".`);
    return {
      size: values.quick ? "quick" : "full",
      scenarios: SCENARIOS.filter(
        ({ name, group }) => values.only.includes(name) || values.only.includes(group),
      ).map(({ name }) => name),
      out: values.out,
    };
  } catch (error) {
    return flaw(error instanceof Error ? error.message : String(error));
  }
}
