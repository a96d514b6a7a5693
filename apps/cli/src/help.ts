import { Command as Parser } from "commander";
import { invalidUsage } from "./cli-error.js";
import type { Command } from "./command.js";
import { commandHint } from "./command-hints.js";
import { flagsOf } from "./command-line.js";
import { HELP, OF_SOURCES, REMEMBER } from "./options.js";
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

const LAYOUT = {
  helpWidth: COLUMNS,
  optionTerm: ({ flags }: { readonly flags: string }) => flags.replaceAll(/[<>]/g, ""),
};

/** What there is help on beside the commands. */
const TOPICS: ReadonlyMap<string, () => string> = new Map([
  ["servers", serversHelp],
  ["exit-codes", () => EXIT_CODES],
]);

/**
 * What `help` prints: an overview, or what there is to know of one command or topic. Each fits a screen of 80
 * columns and 24 lines.
 *
 * @throws CliError `invalid_usage` for what is neither.
 */
export function helpOf(topic: string | undefined, commands: readonly Command[]): string {
  if (topic === undefined) return overview(commands);
  const command = commands.find(({ name }) => name === topic);
  const text = command === undefined ? TOPICS.get(topic)?.() : commandHelp(command);
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
x-mcp help COMMAND has its options, and examples; see also x-mcp help
${[...TOPICS.keys()].join(" and x-mcp help ")}.
`;
}

/** Where servers come from: what all commands take that work on them. */
function serversHelp(): string {
  const parser = new Parser("x-mcp")
    .helpOption(false)
    .usage("COMMAND [options] [-- COMMAND ARGS...]")
    .configureHelp(LAYOUT);
  for (const option of [...OF_SOURCES, REMEMBER]) parser.option(flagsOf(option), option.summary);
  return `${parser.helpInformation()}
Without any of these the files are read that Claude Desktop, Claude Code,
Cursor, VS Code, Windsurf and Gemini CLI have, a person's and then a project's,
and x-mcp.json; which ones is told. --config may be given several times. Of two
servers of one name the last counts. Behind -- is one server, named server.

Examples:
  x-mcp tools -c .mcp.json -c mine.json
  x-mcp call server/echo text=hi -- node server.mjs
  x-mcp doctor --url https://example.com/mcp --header "Authorization: Bearer $T"
`;
}

function commandHelp(command: Command): string {
  const { summary, options, examples } = command;
  const parser = new Parser("x-mcp")
    .usage(`${usageOf(command)} [options]`)
    .description(summary)
    .helpOption(`-${HELP.short}, --${HELP.name}`, HELP.summary)
    .configureHelp(LAYOUT);
  for (const option of options) {
    if (option.topic === undefined) parser.option(flagsOf(option), option.summary);
  }
  const topics = new Set(options.flatMap(({ topic }) => topic ?? []));
  const more = [...topics].map((topic) => `More options: x-mcp help ${topic}.\n`).join("");
  const lines = examples.map((example) => `  ${example}\n`).join("");
  return `${parser.helpInformation()}\n${examples.length === 1 ? "Example" : "Examples"}:\n${lines}${more}`;
}
