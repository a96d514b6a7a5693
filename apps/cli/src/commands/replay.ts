import { invalidUsage } from "../cli-error.js";
import type { Command } from "../command.js";
import { SERVER } from "../options.js";
import { given, nothingMore } from "../read-words.js";

/** `replay`. */
export const REPLAY: Command = {
  name: "replay",
  summary: "Be the server that a trace recorded, on stdin and stdout.",
  words: [{ name: "FILE", holds: "file" }],
  options: [SERVER],
  examples: ["x-mcp replay trace.jsonl --server notes"],
  read: ([file, ...rest], options) => {
    nothingMore("replay", rest);
    const server = options.text(SERVER);
    if (server === "") throw invalidUsage("--server takes the name of a server.");
    const line = {
      file: given(file, "Say which trace to replay: a file that --trace wrote."),
      server,
    };
    return {
      on: "nothing",
      run: async ({ io, cwd }) => (await import("../replay.js")).replay(line, { io, cwd: cwd() }),
    };
  },
};
