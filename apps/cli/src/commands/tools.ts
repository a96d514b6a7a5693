import { invalidUsage } from "../cli-error.js";
import type { Command, Given, Option } from "../command.js";
import { OF_SERVERS, SERVER, TIMEOUT } from "../options.js";
import { nothingMore } from "../read-words.js";
import { settingsOf } from "../server-settings.js";
import type { ToolsOf } from "../tools.js";

const SCHEMA: Option = {
  name: "schema",
  summary: "Print the JSON Schema of the tool's arguments.",
};

/** `tools`. */
export const TOOLS: Command = {
  name: "tools",
  summary: "List the tools of all servers, or tell all of one.",
  words: [{ name: "NAME", count: "optional", holds: "tool" }],
  options: [...OF_SERVERS, TIMEOUT, SERVER, SCHEMA],
  alsoCalled: ["list", "ls"],
  examples: [
    "x-mcp tools -c mcp.json",
    "x-mcp tools files/ -c mcp.json",
    "x-mcp tools files/search --schema -c mcp.json",
  ],
  document: async () => (await import("../documents/listed.js")).LISTED_TOOLS,
  read: ([name, ...rest], options) => {
    nothingMore("tools", rest);
    const settings = settingsOf(options);
    const line = { format: settings.format, of: toolsOf(name, options) };
    return {
      on: "servers",
      settings,
      run: async (invocation) => (await import("../tools.js")).tools(line, invocation),
    };
  },
};

/** `NAME` is a tool, `SERVER/` a server, and so is that of `--server`. */
function toolsOf(name: string | undefined, options: Given): ToolsOf {
  const server = options.text(SERVER);
  if (server === "" || name === "" || name === "/") {
    throw invalidUsage("tools takes the name of a tool, or of a server: tools SERVER/.");
  }
  if (name !== undefined && !name.endsWith("/")) {
    if (server !== undefined) return single(`${server}/${name}`, options);
    return single(name, options);
  }
  if (options.has(SCHEMA)) throw invalidUsage("--schema takes one tool: tools NAME --schema.");
  const named = name?.slice(0, -1);
  if (named !== undefined && server !== undefined && named !== server) {
    throw invalidUsage(`Two servers are named: ${JSON.stringify(named)} and --server.`);
  }
  const of = named ?? server;
  return of === undefined ? { type: "all" } : { type: "server", server: of };
}

function single(name: string, options: Given): ToolsOf {
  return { type: "tool", name, show: options.has(SCHEMA) ? "schema" : "all" };
}
