import type { Command } from "../command.js";
import { OF_SERVERS, TIMEOUT } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";

/** `resources`. */
export const RESOURCES: Command = {
  name: "resources",
  summary: "List the resources of all servers, or of one.",
  words: [{ name: "SERVER", count: "optional", holds: "server" }],
  options: [...OF_SERVERS, TIMEOUT],
  examples: ["x-mcp resources -c mcp.json", "x-mcp resources files -c mcp.json --json"],
  document: async () => (await import("../documents/listed.js")).LISTED_RESOURCES,
  read: ([server, ...rest], options) => {
    nothingMore("resources", rest);
    const settings = settingsOf(options);
    const line = { server, format: settings.format };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../resources.js")).resources(line, invocation),
    };
  },
};
