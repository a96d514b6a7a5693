import type { Command } from "../command.js";
import { keyValues } from "../key-values.js";
import { OF_ASKED, OF_SERVERS, OUTPUT, TIMEOUT } from "../options.js";
import { outputOf } from "../output-wish.js";
import { given } from "../read-words.js";
import { askedSettingsOf } from "../server-settings.js";

/** `prompt`. */
export const PROMPT: Command = {
  name: "prompt",
  summary: "Get a prompt and print its messages.",
  words: [
    { name: "NAME", holds: "prompt" },
    { name: "key=value", count: "any", holds: "arguments" },
  ],
  options: [...OF_SERVERS, TIMEOUT, OUTPUT, ...OF_ASKED],
  examples: ["x-mcp prompt triage ticket='my card was charged twice' -c mcp.json"],
  argumentsOf: "prompt",
  document: async () => (await import("../documents/answered.js")).PROMPT_RESULT,
  read: ([name, ...pairs], options) => {
    const settings = askedSettingsOf(options);
    const line = {
      format: settings.format,
      name: given(
        name,
        "Say which prompt to get: a name that x-mcp prompts prints, or SERVER/PROMPT.",
      ),
      pairs: keyValues(pairs),
      output: outputOf(options),
    };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../prompt.js")).prompt(line, invocation),
    };
  },
};
