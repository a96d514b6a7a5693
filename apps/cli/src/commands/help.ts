import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import { nothingMore } from "../read-words.js";

/** `help`. */
export const HELP_COMMAND: Command = {
  name: "help",
  summary: "Print what a command takes, with examples.",
  words: [{ name: "COMMAND", count: "optional", holds: "command" }],
  options: [],
  examples: ["x-mcp help call", "x-mcp help exit-codes"],
  read: ([topic, ...rest]) => {
    nothingMore("help", rest);
    return {
      on: "nothing",
      run: async ({ io, commands }) => {
        const { helpOf } = await import("../help.js");
        io.stdout(helpOf(topic, commands));
        return EXIT.ok;
      },
    };
  },
};
