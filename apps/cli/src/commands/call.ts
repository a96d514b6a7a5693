import type { Command, Option } from "../command.js";
import { keyValues } from "../key-values.js";
import { LOG_LEVELS } from "../log-levels.js";
import { levelOf, objectOf } from "../option-values.js";
import { OF_ASKED, OF_SERVERS, TIMEOUT } from "../options.js";
import { given } from "../read-words.js";
import { askedSettingsOf } from "../server-settings.js";

const ARGS: Option = {
  name: "args",
  value: "JSON",
  summary: "All arguments as one JSON object; key=value is stronger.",
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
  options: [...OF_SERVERS, TIMEOUT, ARGS, LOG, ...OF_ASKED],
  examples: [
    "x-mcp call files/search query=refund -c mcp.json",
    `x-mcp call search --args '{"query": "refund"}' --json -c mcp.json`,
  ],
  argumentsOf: "tool",
  document: async () => (await import("../documents/answered.js")).TOOL_RESULT,
  read: ([name, ...pairs], options) => {
    const settings = askedSettingsOf(options);
    const line = {
      format: settings.format,
      name: given(name, "Say which tool to call: a name that x-mcp tools prints, or SERVER/TOOL."),
      args: objectOf(options.text(ARGS)),
      pairs: keyValues(pairs),
      log: levelOf(options.text(LOG)),
    };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../call.js")).call(line, invocation),
    };
  },
};
