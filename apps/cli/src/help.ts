import { Command as Parser } from "commander";
import { invalidUsage } from "./cli-error.js";
import type { Command } from "./command.js";
import { commandHint } from "./command-hints.js";
import { flagsOf } from "./command-line.js";
import { HELP } from "./options.js";
import { usageOf } from "./usage.js";

/** The width of all help, in columns: what every terminal has. */
const COLUMNS = 80;

const EXIT_CODES = `How x-mcp ends:
  0    ok
  1    unexpected
  2    usage or configuration: nothing was executed
  3    a server asks for authorization
  4    unavailable: the server, or all of them
  5    failed: the tool, or what else a server was asked for
  6    partial: some servers are unavailable, or a list broke off
  7    input required: a server asks for it, and does not get it
  8    timed out: a server was not ready, or did not answer, in time
  129, 130, 143: ended by SIGHUP, SIGINT, SIGTERM
Where several hold, the first of 2, 3, 8, 4, 6 counts.
`;

/** What there is help on beside the commands. */
const TOPICS: ReadonlyMap<string, string> = new Map([["exit-codes", EXIT_CODES]]);

/**
 * What `help` prints: an overview, or what there is to know of one command or topic. Each fits a screen of 80
 * columns and 24 lines.
 *
 * @throws CliError `invalid_usage` for what is neither.
 */
export function helpOf(topic: string | undefined, commands: readonly Command[]): string {
  if (topic === undefined) return overview(commands);
  const command = commands.find(({ name }) => name === topic);
  const text = command === undefined ? TOPICS.get(topic) : commandHelp(command);
  if (text !== undefined) return text;
  throw invalidUsage(
    `There is no command ${JSON.stringify(topic)}.${commandHint(topic, commands)}`,
  );
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `x-mcp COMMAND [options]: a command line for MCP servers, modern and legacy.
${lines.join("")}
x-mcp help COMMAND: its options, and examples. More: x-mcp help ${[...TOPICS.keys()].join(", ")}.
`;
}

function commandHelp(command: Command): string {
  const { summary, options, examples } = command;
  const parser = new Parser("x-mcp")
    .usage(`${usageOf(command)} [options]`)
    .description(summary)
    .helpOption(`-${HELP.short}, --${HELP.name}`, HELP.summary)
    .configureHelp({
      helpWidth: COLUMNS,
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ""),
    });
  for (const option of options) parser.option(flagsOf(option), option.summary);
  const lines = examples.map((example) => `  ${example}\n`).join("");
  return `${parser.helpInformation()}\n${examples.length === 1 ? "Example" : "Examples"}:\n${lines}`;
}
