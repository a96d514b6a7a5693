import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttpServer } from "./http-server-process.js";
import { handshake, modern, type ServerProcess, startServer, toolNames } from "./server-process.js";

/** A server, however it is spoken to. */
type Asked = Pick<ServerProcess, "ask" | "end">;

describe.each([
  ["notes", startServer],
  ["files", startHttpServer],
])("the modern server %s", (name, start) => {
  let server: Asked;
  beforeAll(async () => {
    server = await start(name);
  });
  afterAll(async () => {
    await server.end();
  });

  test("refuses initialize with the revisions it supports, and stays up", async () => {
    expect((await server.ask("initialize", handshake("2025-11-25"))).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2025-11-25" },
    });
  });

  test("refuses a request that names no revision", async () => {
    expect((await server.ask("tools/list")).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"] },
    });
  });

  test("refuses a revision it does not know with those it supports", async () => {
    const params = modern({}, "2099-01-01");
    expect((await server.ask("server/discover", params)).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2099-01-01" },
    });
  });

  test("answers server/discover with revision 2026-07-28, its tools and its name", async () => {
    const { result } = await server.ask("server/discover", modern());
    expect(result?.["supportedVersions"]).toContain("2026-07-28");
    expect(result).toMatchObject({
      resultType: "complete",
      capabilities: { tools: {} },
      _meta: { "io.modelcontextprotocol/serverInfo": { name, version: "1.0.0" } },
    });
  });

  test("refuses initialize after it was discovered, too", async () => {
    await server.ask("server/discover", modern());
    await server.ask("tools/list", modern());
    expect((await server.ask("initialize", handshake("2025-11-25"))).error?.code).toBe(-32022);
  });

  test("lets its tools be kept for a minute", async () => {
    const { result } = await server.ask("tools/list", modern());
    expect(result).toMatchObject({ ttlMs: 60_000, cacheScope: "public" });
  });
});

describe("notes", () => {
  let server: ServerProcess;
  beforeAll(() => {
    server = startServer("notes");
  });
  afterAll(async () => {
    await server.end();
  });

  test("has search and add_note", async () => {
    expect(toolNames(await server.ask("tools/list", modern())).sort()).toEqual([
      "add_note",
      "search",
    ]);
  });

  test("finds a built-in note in any case", async () => {
    expect(await call(server, "search", { query: "REFUND" })).toMatchObject({
      structuredContent: {
        notes: [{ id: 1, text: "Ask finance who approves a refund above 5000 rupees." }],
      },
    });
  });

  test("finds nothing where nothing is", async () => {
    expect(await call(server, "search", { query: "zebra" })).toMatchObject({
      structuredContent: { notes: [] },
    });
  });

  test("finds a note that was added", async () => {
    await call(server, "add_note", { text: "Buy a kettle." });
    expect(await call(server, "search", { query: "kettle" })).toMatchObject({
      structuredContent: { notes: [{ text: "Buy a kettle." }] },
    });
  });

  test("answers a call without its argument with a tool error", async () => {
    expect(await call(server, "search", {})).toMatchObject({ isError: true });
  });

  test("ends by itself when its stdin ends", async () => {
    expect(await server.end()).toEqual({ exitCode: 0, signal: null, stderr: [] });
  });
});

describe("files", () => {
  let server: Asked;
  beforeAll(async () => {
    server = await startHttpServer("files");
  });
  afterAll(async () => {
    await server.end();
  });

  test("has search, list_files and read_file", async () => {
    expect(toolNames(await server.ask("tools/list", modern())).sort()).toEqual([
      "list_files",
      "read_file",
      "search",
    ]);
  });

  test("lists its files", async () => {
    expect(await call(server, "list_files", {})).toMatchObject({
      structuredContent: {
        files: [
          { path: "glossary.txt", lines: 2 },
          { path: "refunds.md", lines: 4 },
          { path: "shipping.md", lines: 4 },
        ],
      },
    });
  });

  test("reads a file from the disk", async () => {
    expect(await call(server, "read_file", { path: "glossary.txt" })).toMatchObject({
      content: [
        {
          type: "text",
          text: "order id: six digits, printed on the invoice\nticket: one question of one customer\n",
        },
      ],
    });
  });

  test.each(["../package.json", "/etc/passwd", "file:///etc/passwd", "nope.md", ""])(
    "does not read %j, which it never listed",
    async (path) => {
      expect(await call(server, "read_file", { path })).toMatchObject({ isError: true });
    },
  );

  test("finds lines with their place", async () => {
    expect(await call(server, "search", { query: "warehouse" })).toMatchObject({
      structuredContent: {
        matches: [
          {
            path: "shipping.md",
            line: 3,
            text: "Orders leave the warehouse on the next working day.",
          },
        ],
      },
    });
  });
});

/** The result of one tool call. */
async function call(server: Asked, name: string, args: object): Promise<unknown> {
  return (await server.ask("tools/call", modern({ name, arguments: args }))).result;
}
