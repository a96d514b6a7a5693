import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpServerProcess, startHttpServer } from "./http-server-process.js";
import { handshake, modern, toolNames } from "./server-process.js";

/** What a browser says of a script that it runs for a web page. */
const FOREIGN = { origin: "https://example.com" };

describe("files", () => {
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await startHttpServer("files");
  });
  afterAll(async () => {
    await server.end();
  });

  test("listens on this machine only", () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  // Specification 2026-07-28, "Streamable HTTP", "Server Validation".
  test.each([
    { "mcp-method": "tools/list" },
    { "mcp-name": "read_file" },
    { "mcp-protocol-version": "2025-11-25" },
  ])("refuses a call whose headers say %j, other than its body", async (headers) => {
    const params = modern({ name: "search", arguments: { query: "shipped" } });
    const { status, error } = await server.ask("tools/call", params, headers);
    expect({ status, code: error?.code }).toEqual({ status: 400, code: -32020 });
  });

  test("has no session, and nothing to GET or DELETE", async () => {
    await server.ask("server/discover", modern());
    expect(server.session()).toBeUndefined();
    expect((await server.fetch("GET")).status).toBe(405);
    expect((await server.fetch("DELETE")).status).toBe(405);
  });

  test("refuses what a web page asks for", async () => {
    expect((await server.ask("server/discover", modern(), FOREIGN)).status).toBe(403);
  });
});

test("files writes down each request and its MCP headers, and ends when its stdin ends", async () => {
  const server = await startHttpServer("files");
  await server.ask("server/discover", modern());
  await server.ask("tools/call", modern({ name: "list_files", arguments: {} }));
  await server.ask("tools/list");
  expect(await server.end()).toEqual({
    exitCode: 0,
    signal: null,
    stderr: [
      "received POST, mcp-method: server/discover, mcp-protocol-version: 2026-07-28",
      "received POST, mcp-method: tools/call, mcp-name: list_files, mcp-protocol-version: 2026-07-28",
      "received POST",
    ],
  });
});

describe("invoices", () => {
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await startHttpServer("invoices");
  });
  afterAll(async () => {
    await server.end();
  });

  test("refuses server/discover with an error that says nothing of an era, and begins no session", async () => {
    const { status, error } = await server.ask("server/discover", modern());
    expect({ status, code: error?.code }).toEqual({ status: 400, code: -32000 });
    expect(server.session()).toBeUndefined();
  });

  test("begins a session by initialize, after that probe", async () => {
    expect((await server.ask("initialize", handshake("2025-11-25"))).result).toMatchObject({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "invoices", version: "1.0.0" },
    });
    expect(server.session()).toBeDefined();
  });

  test("offers two tools in the session", async () => {
    expect(toolNames(await server.ask("tools/list"))).toEqual(["get_invoice", "list_invoices"]);
  });

  test("shows the invoice of an order, and has a tool error for an order without one", async () => {
    const invoiceOf = async (order_id: string) =>
      (await server.ask("tools/call", { name: "get_invoice", arguments: { order_id } })).result;
    const invoice = { number: "R-1007", order_id: "123456", rupees: 4200, paid: true };
    expect(await invoiceOf("123456")).toMatchObject({ structuredContent: invoice });
    expect(await invoiceOf("000000")).toMatchObject({ isError: true });
  });

  test("no longer knows a session that was ended by DELETE", async () => {
    expect((await server.fetch("DELETE")).status).toBe(200);
    expect((await server.ask("tools/list")).status).toBe(404);
  });

  test("refuses what a web page asks for", async () => {
    expect((await server.ask("initialize", handshake("2025-11-25"), FOREIGN)).status).toBe(403);
  });
});

test("invoices writes down the life of a session, and ends when its stdin ends, whatever is open", async () => {
  const server = await startHttpServer("invoices");
  await server.ask("initialize", handshake("2025-11-25"));
  const ended = server.session();
  await server.fetch("DELETE");
  server.forget();
  await server.ask("initialize", handshake("2025-11-25"));
  const open = server.session();
  const stream = await server.fetch("GET", { accept: "text/event-stream" });
  expect(await server.end()).toEqual({
    exitCode: 0,
    signal: null,
    stderr: [
      "received POST",
      `session ${ended} begun`,
      `received DELETE, mcp-session-id: ${ended}`,
      `session ${ended} ended`,
      "received POST",
      `session ${open} begun`,
      `received GET, mcp-session-id: ${open}`,
    ],
  });
  await expect(stream.text()).rejects.toThrow();
});
