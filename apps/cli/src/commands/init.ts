import type { Command, Option } from "../command.js";
import { EDITORS, editorsOf } from "../editors.js";
import { JSON_OUTPUT } from "../options.js";
import { nothingMore } from "../read-words.js";
import { formatOf } from "../server-settings.js";

const FROM: Option = {
  name: "from",
  value: "EDITOR",
  isRepeatable: true,
  choices: EDITORS,
  summary: "Take over the servers of this editor, such as cursor.",
};

const FORCE: Option = { name: "force", summary: "Replace the file where it is there." };

/** `init`. */
export const INIT: Command = {
  name: "init",
  summary: "Write a configuration, with the servers of your editors.",
  words: [{ name: "FILE", count: "optional", holds: "file" }],
  options: [FROM, FORCE, JSON_OUTPUT],
  examples: ["x-mcp init", "x-mcp init servers.json --from cursor --from vscode"],
  document: async () => (await import("../documents/configured.js")).WRITTEN,
  read: ([file = "x-mcp.json", ...rest], options) => {
    nothingMore("init", rest);
    const line = {
      format: formatOf(options),
      file,
      from: options.has(FROM) ? editorsOf(options.texts(FROM)) : undefined,
      isForced: options.has(FORCE),
    };
    return {
      on: "nothing",
      run: async ({ io, cwd }) => (await import("../init.js")).init(line, { io, cwd: cwd() }),
    };
  },
};
