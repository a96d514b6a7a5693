import type { Command } from "../command.js";
import { OF_SERVERS } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

/** `doctor`. */
export const DOCTOR: Command = {
  name: "doctor",
  summary: "Say of every server what it is, or what is wrong with it.",
  words: [],
  options: OF_SERVERS,
  examples: ["x-mcp doctor -c mcp.json", "x-mcp doctor -c mcp.json --json"],
  read: (words, options) => {
    nothingMore("doctor", words);
    const settings = settingsOf(options);
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../doctor.js")).doctor(invocation, settings.format),
    };
  },
};
