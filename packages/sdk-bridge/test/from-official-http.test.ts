import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type Connection, type Fault, ManualClock } from "@x/connection";
import { discoverRequest } from "@x/wire";
import { afterEach, expect, test } from "vitest";
import { fromSdkTransport } from "../src/index.js";
import { type ServerHooks, toolServer } from "./support/official-server.js";
import { callTool, discover, initialize, LEGACY, MODERN, plain } from "./support/requests.js";

type Fetch = (request: Request) => Promise<Response>;

const url = "http://localhost/mcp";
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** The official HTTP transport in front of an endpoint in this process. */
async function connect(fetch: Fetch): Promise<Connection> {
  const transport = fromSdkTransport(
    () =>
      new StreamableHTTPClientTransport(new URL(url), {
        fetch: (input, init) => fetch(new Request(input, init)),
      }),
    { binding: { type: "http", url } },
  );
  const connection = await transport.open({ clock: new ManualClock() });
  if (connection.type === "open_failure") throw new Error(connection.message);
  cleanUps.push(() => connection.close());
  return connection;
}

function officialEndpoint(
  options: Parameters<typeof createMcpHandler>[1],
  hooks: ServerHooks = {},
) {
  const handler = createMcpHandler(() => toolServer(hooks), options);
  cleanUps.push(() => handler.close());
  const requests: Request[] = [];
  const fetch: Fetch = (request) => {
    requests.push(request);
    return handler.fetch(request);
  };
  return { fetch, requests };
}

/** Something that a server's handler gives once, and a test waits for. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give: () => void = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test("the official HTTP transport and endpoint are spoken to in the modern era, with its headers", async () => {
  const { fetch, requests } = officialEndpoint({ legacy: "reject" });
  const connection = await connect(fetch);
  const faults: Fault[] = [];
  connection.on({ fault: (fault) => faults.push(fault) });
  await discover(connection);
  const progress: unknown[] = [];
  await callTool(
    connection,
    MODERN,
    "count",
    {},
    { onNotification: ({ params }) => progress.push(params?.["progress"]) },
  );
  expect(progress).toEqual([1, 2, 3]);
  expect(
    requests.map(({ headers }) => [headers.get("mcp-method"), headers.get("mcp-name")]),
  ).toEqual([
    ["server/discover", null],
    ["tools/call", "count"],
  ]);
  expect(faults).toEqual([]);
});

test("the official HTTP endpoint is spoken to in the legacy era, with the settled revision in the header", async () => {
  const { fetch, requests } = officialEndpoint({ legacy: "stateless" });
  const connection = await connect(fetch);
  await initialize(connection);
  expect(await callTool(connection, LEGACY, "echo", { text: "x" })).toEqual({
    content: [{ type: "text", text: "x" }],
  });
  const posts = requests.filter(({ method }) => method === "POST");
  expect(posts.map(({ headers }) => headers.get("mcp-protocol-version"))).toEqual([
    null,
    "2025-11-25",
    "2025-11-25",
  ]);
});

test("T3: an aborted modern call closes its stream, by which the server's handler is called off", async () => {
  const waiting = signal();
  const calledOff = signal();
  const hooks = { onWaiting: waiting.give, onCalledOff: calledOff.give };
  const { fetch, requests } = officialEndpoint({ responseMode: "sse" }, hooks);
  const connection = await connect(fetch);
  await discover(connection);
  const caller = new AbortController();
  const call = callTool(connection, MODERN, "wait", {}, { signal: caller.signal });
  await waiting.given;
  caller.abort();
  await expect(call).rejects.toThrow(/"aborted"/);
  await calledOff.given;
  expect(requests).toHaveLength(2);
});

test.each([
  ["401 with a modern error in its body", 401, { status: 401 }],
  ["403", 403, { status: 403 }],
  ["500", 500, { status: 500 }],
])("E6, E7: a probe answered %s is that HTTP status", async (_, status, outcome) => {
  const error = { code: -32022, message: "x", data: { supported: ["2026-07-28"] } };
  const connection = await connect(async () =>
    Response.json({ jsonrpc: "2.0", id: null, error }, { status }),
  );
  const probe = discoverRequest(connection.ids.next(), MODERN);
  expect(await connection.exchange(probe, plain)).toMatchObject({
    type: "http_status",
    body: expect.stringContaining("-32022"),
    ...outcome,
  });
});

test("E6: a probe answered 200 with HTML is malformed, one that finds nobody is unreachable", async () => {
  const html = await connect(
    async () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  );
  const faults: Fault[] = [];
  html.on({ fault: (fault) => faults.push(fault) });
  const probe = discoverRequest(html.ids.next(), MODERN);
  expect(await html.exchange(probe, plain)).toMatchObject({
    type: "malformed",
    fault: { message: expect.stringContaining("text/html") },
  });
  expect(faults).toHaveLength(1);
  const nobody = await connect(() => Promise.reject(new TypeError("fetch failed")));
  expect(await nobody.exchange(probe, plain)).toMatchObject({ type: "unreachable" });
});

test("H1: a stream that ends without an answer ends its request at once", async () => {
  const connection = await connect(
    async () => new Response(": nothing\n\n", { headers: { "content-type": "text/event-stream" } }),
  );
  const probe = discoverRequest(connection.ids.next(), MODERN);
  expect(await connection.exchange(probe, plain)).toMatchObject({ type: "stream_ended" });
});
