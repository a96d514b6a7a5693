/**
 * A modern server behind a URL, over the few files in `content/`, built with the official
 * `@modelcontextprotocol/server` and `@modelcontextprotocol/node`.
 *
 * It speaks revision 2026-07-28 only: `initialize` is refused. Its tool `search` has the same name as
 * one of the `notes` server on purpose. A path is looked up among the names that were found at the
 * start, never joined to a directory, so nothing outside `content/` can be asked for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { isOffered, onOffered } from "../extra-tools.js";
import { type HttpHandler, serveHttp } from "../serve-http.js";

const Listing = z.object({
  files: z.array(z.object({ path: z.string(), lines: z.number().int() })),
});
const Match = z.object({ path: z.string(), line: z.number().int(), text: z.string() });
const Found = z.object({ matches: z.array(Match) });

// The same relative place from `src/servers` and from `dist/servers`.
const directory = new URL("../../content/", import.meta.url);
const paths: readonly string[] = readdirSync(directory).sort();

const handler = createMcpHandler(filesServer, { legacy: "reject" });
onOffered(() => handler.notify.toolsChanged());
// Its own types of a request and a response fit those of Node, but for `exactOptionalPropertyTypes`.
await serveHttp(toNodeHandler(handler) as HttpHandler);

function filesServer(): McpServer {
  const server = new McpServer(
    { name: "files", version: "1.0.0" },
    { cacheHints: { "tools/list": { ttlMs: 60_000, cacheScope: "public" } } },
  );
  server.registerTool(
    "search",
    {
      description: "Find the lines of all files that contain a text, in any case.",
      inputSchema: z.object({ query: z.string().describe("The text to look for") }),
      outputSchema: Found,
      annotations: { readOnlyHint: true },
    },
    ({ query }) => {
      const matches = paths.flatMap((path) => matchesIn(path, query.toLowerCase()));
      const lines = matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
      return {
        content: [{ type: "text", text: lines.join("\n") }],
        structuredContent: { matches },
      };
    },
  );
  server.registerTool(
    "list_files",
    {
      description: "List the files with their number of lines.",
      outputSchema: Listing,
      annotations: { readOnlyHint: true },
    },
    () => ({
      content: [{ type: "text", text: paths.join("\n") }],
      structuredContent: { files: paths.map((path) => ({ path, lines: linesOf(path).length })) },
    }),
  );
  server.registerTool(
    "read_file",
    {
      description: "Read one of the files that list_files names.",
      inputSchema: z.object({ path: z.string() }),
      annotations: { readOnlyHint: true },
    },
    ({ path }) =>
      paths.includes(path)
        ? { content: [{ type: "text", text: textOf(path) }] }
        : {
            content: [{ type: "text", text: `no file ${path}; there are ${paths.join(", ")}` }],
            isError: true,
          },
  );
  // One instance serves one request: what is offered is asked anew each time.
  if (isOffered()) {
    server.registerTool(
      "count_files",
      { description: "Count the files.", annotations: { readOnlyHint: true } },
      () => ({ content: [{ type: "text", text: `${paths.length} files` }] }),
    );
  }
  return server;
}

function matchesIn(path: string, wanted: string): z.infer<typeof Match>[] {
  return linesOf(path).flatMap((text, index) =>
    text.toLowerCase().includes(wanted) ? [{ path, line: index + 1, text }] : [],
  );
}

function linesOf(path: string): string[] {
  return textOf(path).trimEnd().split(/\r?\n/);
}

function textOf(path: string): string {
  return readFileSync(new URL(path, directory), "utf8");
}
