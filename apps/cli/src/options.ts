import type { Option } from "./command.js";

/** `--config`. */
export const CONFIG: Option = {
  name: "config",
  short: "c",
  value: "FILE",
  holds: "file",
  summary: 'Configuration with "mcpServers", as Claude Desktop has it.',
};

/** `--json`. */
export const JSON_OUTPUT: Option = {
  name: "json",
  summary: "Print one JSON document instead of text.",
};

/** `--trace`. */
export const TRACE: Option = {
  name: "trace",
  value: "FILE",
  holds: "file",
  summary: "Write all that goes over the wire into a file, no secrets.",
};

/** `--timeout`. */
export const TIMEOUT: Option = {
  name: "timeout",
  value: "SECONDS",
  summary: "The most that opening a server, or its answer, may take.",
};

/** `--on-input`. */
export const ON_INPUT: Option = {
  name: "on-input",
  value: "WAY",
  choices: ["ask", "decline", "fail"],
  summary: "Where the server asks for input: ask, decline or fail.",
};

/** `--answers`. */
export const ANSWERS: Option = {
  name: "answers",
  value: "FILE",
  holds: "file",
  summary: "JSON with the values of forms, by the names of fields.",
};

/** `--help`. */
export const HELP: Option = { name: "help", short: "h", summary: "Print this." };

/** `--version`, of the program itself. */
export const VERSION_OPTION: Option = { name: "version", summary: "Print the version." };

/** What every command takes that works on the servers of a configuration. */
export const OF_SERVERS: readonly Option[] = [CONFIG, JSON_OUTPUT, TRACE];

/** What the commands take whose servers may ask for input. */
export const OF_ASKED: readonly Option[] = [ON_INPUT, ANSWERS];
