import type { Command } from "../command.js";
import { JSON_OUTPUT, OF_SOURCES } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

/** `config`. */
export const CONFIG_COMMAND: Command = {
  name: "config",
  summary: "Print the servers in effect and where they come from, no secrets.",
  words: [],
  options: [...OF_SOURCES, JSON_OUTPUT],
  examples: ["x-mcp config", "x-mcp config -c .mcp.json -c mine.json --json"],
  alsoCalled: ["servers"],
  document: async () => (await import("../documents/configured.js")).CONFIGURED,
  read: (words, options) => {
    nothingMore("config", words);
    const settings = settingsOf(options);
    return {
      on: "servers",
      settings,
      run: async (invocation) =>
        (await import("../show-config.js")).showConfig(invocation, settings.format),
    };
  },
};
