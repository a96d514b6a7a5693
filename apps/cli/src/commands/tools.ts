import type { Command } from "../command.js";
import { OF_SERVERS, TIMEOUT } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

/** `tools`. */
export const TOOLS: Command = {
  name: "tools",
  summary: "List the tools of all servers.",
  words: [],
  options: [...OF_SERVERS, TIMEOUT],
  alsoCalled: ["list", "ls"],
  examples: ["x-mcp tools -c mcp.json", "x-mcp tools -c mcp.json --json"],
  document: async () => (await import("../documents/listed.js")).LISTED_TOOLS,
  read: (words, options) => {
    nothingMore("tools", words);
    const settings = settingsOf(options);
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../tools.js")).tools(invocation, settings.format),
    };
  },
};
