import { invalidUsage } from "../cli-error.js";
import type { Command, Option } from "../command.js";
import { millisecondsOf } from "../option-values.js";
import { OF_SERVERS } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

const VERBOSE: Option = {
  name: "verbose",
  short: "v",
  summary: "On a terminal: all that was seen, as in a pipe.",
};

const WATCH: Option = {
  name: "watch",
  summary: "Again whenever a file of the configuration changes.",
};

const EVERY: Option = {
  name: "every",
  value: "SECONDS",
  summary: "With --watch: also that often.",
};

/** `doctor`. */
export const DOCTOR: Command = {
  name: "doctor",
  summary: "Say of every server what it is, or what is wrong with it.",
  words: [],
  options: [...OF_SERVERS, VERBOSE, WATCH, EVERY],
  examples: ["x-mcp doctor", "x-mcp doctor -c mcp.json --watch --every 60"],
  document: async () => (await import("../documents/diagnosed.js")).DIAGNOSED,
  read: (words, options) => {
    nothingMore("doctor", words);
    const settings = settingsOf(options);
    const detail = options.has(VERBOSE) ? ("all" as const) : ("glance" as const);
    const everyMs = millisecondsOf("every", options.text(EVERY));
    const isWatching = options.has(WATCH);
    if (everyMs !== undefined && !isWatching) throw invalidUsage("--every goes with --watch.");
    const line = { format: settings.format, detail, isWatching };
    return {
      on: "servers",
      settings,
      again: isWatching ? { everyMs } : undefined,
      run: async (invocation) => (await import("../doctor.js")).doctor(line, invocation),
    };
  },
};
