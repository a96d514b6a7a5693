import type { Command } from "../command.js";
import { OF_ASKED, OF_SERVERS, OUTPUT, TIMEOUT } from "../options.js";
import { outputOf } from "../output-wish.js";
import { given, nothingMore } from "../read-words.js";
import { askedSettingsOf } from "../server-settings.js";

/** `read`. */
export const READ: Command = {
  name: "read",
  summary: "Print what a resource holds.",
  words: [
    { name: "SERVER", holds: "server" },
    { name: "URI", holds: "uri" },
  ],
  options: [...OF_SERVERS, TIMEOUT, OUTPUT, ...OF_ASKED],
  examples: [
    "x-mcp read files file:///notes.md -c mcp.json",
    "x-mcp read files file:///logo.png --output logo.png -c mcp.json",
  ],
  alsoCalled: ["cat"],
  document: async () => (await import("../documents/answered.js")).CONTENTS,
  read: ([server, uri, ...rest], options) => {
    nothingMore("read", rest);
    const settings = askedSettingsOf(options);
    const { format } = settings;
    const line = {
      format,
      server: given(server, "Say which server to read from, and what: read SERVER URI."),
      uri: given(uri, "Say what to read: a URI that x-mcp resources prints."),
      output: outputOf(options),
    };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../read.js")).read(line, invocation),
    };
  },
};
