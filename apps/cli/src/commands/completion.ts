import { invalidUsage } from "../cli-error.js";
import { closest } from "../closest.js";
import type { Command } from "../command.js";
import { SHELLS } from "../completion/shells.js";
import { EXIT } from "../exit-code.js";
import { given, nothingMore } from "../read-words.js";

/** `completion`. */
export const COMPLETION: Command = {
  name: "completion",
  summary: "Print what makes bash, zsh or fish complete x-mcp.",
  words: [{ name: "SHELL", holds: "shell" }],
  options: [],
  examples: ["x-mcp completion bash", "x-mcp completion fish"],
  read: ([word, ...rest]) => {
    nothingMore("completion", rest);
    const typed = given(word, `Say for which shell: ${SHELLS.join(", ")}.`);
    const shell = SHELLS.find((one) => one === typed);
    if (shell === undefined) {
      const meant = closest(typed, SHELLS);
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      throw invalidUsage(
        `There is completion for ${SHELLS.join(", ")}, not for ${JSON.stringify(typed)}.${hint}`,
      );
    }
    return {
      on: "nothing",
      run: async ({ io }) => {
        const { SCRIPTS } = await import("../completion/scripts.js");
        io.stdout(SCRIPTS[shell]);
        return EXIT.ok;
      },
    };
  },
};
