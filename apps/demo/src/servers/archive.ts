/**
 * A modern server whose one tool is called `search`, as those of `notes` and `files` are: the console
 * adds it as one more peer, to show what becomes of the name.
 *
 * It greets whoever starts it on stdout, where only messages may be: a mistake that many servers make.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const LETTERS = ["1998-04: The first order came by fax.", "2003-11: Refunds were paid by cheque."];

console.log("archive 1.0.0 is ready");
serveStdio(archiveServer, { legacy: "reject" });

function archiveServer(): McpServer {
  const server = new McpServer({ name: "archive", version: "1.0.0" });
  server.registerTool(
    "search",
    {
      description: "Find the old letters that contain a text, in any case.",
      inputSchema: z.object({ query: z.string().describe("The text to look for") }),
      annotations: { readOnlyHint: true },
    },
    ({ query }) => {
      const found = LETTERS.filter((one) => one.toLowerCase().includes(query.toLowerCase()));
      return { content: [{ type: "text", text: found.join("\n") || "no letter" }] };
    },
  );
  return server;
}
