import type { Command, Option } from "../command.js";
import { JSON_OUTPUT, SERVER } from "../options.js";
import { given, nothingMore } from "../read-words.js";
import { formatOf } from "../server-settings.js";

const METHOD: Option = {
  name: "method",
  value: "METHOD",
  summary: "Only requests of this method, and their answers.",
};

const ID: Option = { name: "id", value: "ID", summary: "Only what has this id." };

/** `trace`. */
export const TRACE_COMMAND: Command = {
  name: "trace",
  summary: "Print what went over the wire, from a file of --trace.",
  words: [{ name: "FILE", holds: "file" }],
  options: [JSON_OUTPUT, SERVER, METHOD, ID],
  examples: ["x-mcp trace trace.jsonl", "x-mcp trace trace.jsonl --method tools/call"],
  document: async () => (await import("../documents/traced.js")).TRACED,
  read: ([file, ...rest], options) => {
    nothingMore("trace", rest);
    const view = {
      file: given(file, "Say which trace to print: a file that --trace wrote."),
      format: formatOf(options),
      server: options.text(SERVER),
      method: options.text(METHOD),
      id: options.text(ID),
    };
    return {
      on: "nothing",
      run: async ({ io, cwd }) =>
        (await import("../trace-view.js")).traceView(view, { io, cwd: cwd() }),
    };
  },
};
