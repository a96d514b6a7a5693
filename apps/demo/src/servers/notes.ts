/**
 * A modern server that keeps notes, built with the official `@modelcontextprotocol/server`.
 *
 * It speaks revision 2026-07-28 only: `initialize` is refused. Its tool `search` has the same name as
 * one of the `files` server on purpose. Notes live in memory and end with the process.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const Note = z.object({ id: z.number().int(), text: z.string() });
const Found = z.object({ notes: z.array(Note) });

// Outside the factory: the SDK may build one instance for the probe and another for the rest.
const notes: z.infer<typeof Note>[] = [
  { id: 1, text: "Ask finance who approves a refund above 5000 rupees." },
  { id: 2, text: "Order 123456 was shipped on Monday." },
  { id: 3, text: "The triage meeting moved to ten o'clock." },
];

serveStdio(notesServer, { legacy: "reject" });

function notesServer(): McpServer {
  const server = new McpServer(
    { name: "notes", version: "1.0.0" },
    { cacheHints: { "tools/list": { ttlMs: 60_000, cacheScope: "public" } } },
  );
  server.registerTool(
    "search",
    {
      description: "Find the notes that contain a text, in any case.",
      inputSchema: z.object({ query: z.string().describe("The text to look for") }),
      outputSchema: Found,
      annotations: { readOnlyHint: true },
    },
    ({ query }) => {
      const wanted = query.toLowerCase();
      const found = notes.filter((note) => note.text.toLowerCase().includes(wanted));
      return {
        content: [
          { type: "text", text: found.map((note) => `${note.id}: ${note.text}`).join("\n") },
        ],
        structuredContent: { notes: found },
      };
    },
  );
  server.registerTool(
    "add_note",
    {
      description: "Keep one more note, until this server ends.",
      inputSchema: z.object({ text: z.string().min(1) }),
      outputSchema: Note,
    },
    ({ text }) => {
      const note = { id: notes.length + 1, text };
      notes.push(note);
      return {
        content: [{ type: "text", text: `Kept as note ${note.id}.` }],
        structuredContent: note,
      };
    },
  );
  return server;
}
