import type { Option } from "./command.js";

/** `--config`. */
export const CONFIG: Option = {
  name: "config",
  short: "c",
  value: "FILE",
  holds: "file",
  isRepeatable: true,
  summary: "Configuration; without it, those of the editors.",
};

/** `--input`. */
export const INPUT: Option = {
  name: "input",
  value: "ID=VALUE",
  isRepeatable: true,
  topic: "servers",
  summary: "The value of what a file asks for as an input.",
};

/** `--overlay`. */
export const OVERLAY: Option = {
  name: "overlay",
  value: "FILE",
  holds: "file",
  topic: "servers",
  summary: "Our own keys, in a file beside those of the editors.",
};

/** `--url`. */
export const URL_OPTION: Option = {
  name: "url",
  value: "URL",
  topic: "servers",
  summary: "One server, named server, and no file: this endpoint.",
};

/** `--header`. */
export const HEADER: Option = {
  name: "header",
  value: "NAME:VALUE",
  isRepeatable: true,
  topic: "servers",
  summary: "A header for --url, such as one with a token.",
};

/** `--allow-legacy`. */
export const ALLOW_LEGACY: Option = {
  name: "allow-legacy",
  topic: "servers",
  summary: "The server of --url, or behind --, may be a legacy one.",
};

/** `--allow-insecure`. */
export const ALLOW_INSECURE: Option = {
  name: "allow-insecure",
  topic: "servers",
  summary: "The server of --url may be on another machine by http://.",
};

/** `--json`. */
export const JSON_OUTPUT: Option = {
  name: "json",
  summary: "Print one JSON document instead of text.",
};

/** `--remember`. */
export const REMEMBER: Option = {
  name: "remember",
  topic: "servers",
  summary: "Keep what servers were; wait less for silent ones.",
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

/** `--server`. */
export const SERVER: Option = {
  name: "server",
  value: "NAME",
  holds: "server",
  summary: "Only this server, of several.",
};

/** `--output`. */
export const OUTPUT: Option = {
  name: "output",
  value: "FILE",
  holds: "file",
  summary: "Save the content, such as an image, instead of printing it.",
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

/** Where servers come from. */
export const OF_SOURCES: readonly Option[] = [
  CONFIG,
  INPUT,
  OVERLAY,
  URL_OPTION,
  HEADER,
  ALLOW_LEGACY,
  ALLOW_INSECURE,
];

/** What every command takes that works on the servers of a configuration. */
export const OF_SERVERS: readonly Option[] = [...OF_SOURCES, REMEMBER, JSON_OUTPUT, TRACE];

/** What the commands take whose servers may ask for input. */
export const OF_ASKED: readonly Option[] = [ON_INPUT, ANSWERS];
