import type { Command } from "../command.js";
import { OF_SERVERS, TIMEOUT } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

/** `prompts`. */
export const PROMPTS: Command = {
  name: "prompts",
  summary: "List the prompts of all servers.",
  words: [],
  options: [...OF_SERVERS, TIMEOUT],
  examples: ["x-mcp prompts -c mcp.json", "x-mcp prompts -c mcp.json --json"],
  document: async () => (await import("../documents/listed.js")).LISTED_PROMPTS,
  read: (words, options) => {
    nothingMore("prompts", words);
    const settings = settingsOf(options);
    return {
      on: "servers",
      settings,
      run: async (invocation) =>
        (await import("../prompts.js")).prompts(invocation, settings.format),
    };
  },
};
