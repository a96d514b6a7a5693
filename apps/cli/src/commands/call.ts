import { sourceOfArgs } from "../args-source.js";
import { callWords } from "../call-words.js";
import type { Command, Option } from "../command.js";
import { LOG_LEVELS } from "../log-levels.js";
import { levelOf } from "../option-values.js";
import { OF_ASKED, OF_SERVERS, OUTPUT, TIMEOUT } from "../options.js";
import { outputOf } from "../output-wish.js";
import { given } from "../read-words.js";
import { askedSettingsOf } from "../server-settings.js";

const ARGS: Option = {
  name: "args",
  value: "JSON",
  summary: "All as one JSON object, of @FILE, or of stdin (-).",
};

const NO_CHECK: Option = {
  name: "no-check",
  summary: "Send what the tool's schema does not allow, as it is.",
};

const LOG: Option = {
  name: "log",
  value: "LEVEL",
  choices: LOG_LEVELS,
  summary: "Print what the server logs meanwhile, from this severity.",
};

/** `call`. */
export const CALL: Command = {
  name: "call",
  summary: "Call a tool and print its result.",
  words: [
    { name: "NAME", holds: "tool" },
    { name: "key=value", count: "any", holds: "arguments" },
  ],
  options: [...OF_SERVERS, TIMEOUT, ARGS, NO_CHECK, LOG, OUTPUT, ...OF_ASKED],
  examples: [
    "x-mcp call files search query=refund limit:=5 -c mcp.json",
    `x-mcp call search --args '{"query": "refund"}' --json -c mcp.json`,
  ],
  argumentsOf: "tool",
  document: async () => (await import("../documents/answered.js")).TOOL_RESULT,
  read: ([name, ...words], options) => {
    const settings = askedSettingsOf(options);
    const line = {
      format: settings.format,
      typed: callWords(
        given(name, "Say which tool to call: a name that x-mcp tools prints, or SERVER/TOOL."),
        words,
      ),
      args: sourceOfArgs(options.text(ARGS)),
      check: options.has(NO_CHECK) ? ("none" as const) : ("before" as const),
      log: levelOf(options.text(LOG)),
      output: outputOf(options),
    };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../call.js")).call(line, invocation),
    };
  },
};
