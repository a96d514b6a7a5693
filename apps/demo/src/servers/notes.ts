/**
 * A modern server that keeps notes, built with the official `@modelcontextprotocol/server`.
 *
 * It speaks revision 2026-07-28 only: `initialize` is refused. Its tool `search` has the same name as
 * one of the `files` server on purpose. Notes live in memory and end with the process.
 *
 * With `--more` it has a tool that takes its time, and one that asks the user before it does anything.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { acceptedContent, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { hasMore, offeredOnly } from "../extra-tools.js";

const Note = z.object({ id: z.number().int(), text: z.string() });
const Found = z.object({ notes: z.array(Note) });
const Sure = z.object({
  sure: z.boolean().describe("The note cannot be brought back"),
  reason: z.string().optional().describe("Why, for the record"),
});

/** How long a step of `tidy_notes` takes, in milliseconds. */
const STEP_MS = 1000;

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
  offeredOnly(
    server.registerTool(
      "count_notes",
      { description: "Count the notes.", annotations: { readOnlyHint: true } },
      () => ({ content: [{ type: "text", text: `${notes.length} notes` }] }),
    ),
  );
  if (hasMore) {
    registerSlow(server);
    registerAsking(server);
  }
  return server;
}

/** A tool with progress, which can be cancelled. */
function registerSlow(server: McpServer): void {
  server.registerTool(
    "tidy_notes",
    {
      description: "Look through all notes, one a step, and tell of the progress.",
      inputSchema: z.object({
        steps: z.number().int().min(1).max(60).default(5).describe("How many steps, of one second"),
      }),
    },
    async ({ steps }, { mcpReq: { signal, notify, _meta } }) => {
      for (let step = 1; step <= steps && !signal.aborted; step += 1) {
        await sleep(STEP_MS, undefined, { signal }).catch(() => undefined);
        const progressToken = _meta?.progressToken;
        if (progressToken === undefined) continue;
        const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
        await notify({ method: "notifications/progress", params });
      }
      if (signal.aborted) console.error("tidy_notes was cancelled");
      return { content: [{ type: "text", text: `Looked through all notes in ${steps} steps.` }] };
    },
  );
}

/** A tool whose first answer is a question to the user. */
function registerAsking(server: McpServer): void {
  server.registerTool(
    "remove_note",
    {
      description: "Remove a note, after asking the user.",
      inputSchema: z.object({ id: z.number().int().describe("The number of the note") }),
      annotations: { destructiveHint: true },
    },
    ({ id }, { mcpReq: { inputResponses } }) => {
      const place = notes.findIndex((note) => note.id === id);
      const note = notes[place];
      if (note === undefined) {
        return { content: [{ type: "text", text: `no note ${id}` }], isError: true };
      }
      if (inputResponses?.["sure"] === undefined) {
        const message = `Remove the note "${note.text}"?`;
        const sure = inputRequired.elicit({ message, requestedSchema: Sure });
        return inputRequired({ inputRequests: { sure } });
      }
      const isSure = acceptedContent(inputResponses, "sure", Sure)?.sure === true;
      if (isSure) notes.splice(place, 1);
      const text = isSure ? `Note ${id} is removed.` : `Note ${id} is kept.`;
      return { content: [{ type: "text", text }] };
    },
  );
}
