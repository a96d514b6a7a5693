import { type Connection, clockFrom, ManualClock } from "@x/connection";
import { type Negotiation, type NegotiationPolicy, negotiate } from "@x/era";
import {
  HTTP_FAULTS,
  type HttpBehaviour,
  type HttpFaultName,
  type HttpServer,
  httpReply,
  httpServer,
  insteadOf,
  parseTranscript,
  type ScriptedHttpOptions,
  type ScriptedHttpServer,
  scriptedHttpServer,
} from "@x/testkit";
import { httpTransport } from "@x/transport-http";
import { describe, expect, onTestFinished, test, vi } from "vitest";

const clientInfo = { name: "interop", version: "1.0.0" };
const ALLOWED: NegotiationPolicy = { clientInfo, capabilities: {}, allowLegacy: true };
const PROBE = { method: "server/discover" };

async function started<Server extends HttpServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}

/** A legacy endpoint that answers the probe like this. */
function legacyBut(probe: HttpBehaviour): Promise<ScriptedHttpServer> {
  const options: ScriptedHttpOptions = {
    style: "legacy",
    session: "s",
    instead: insteadOf(PROBE, probe),
  };
  return started(scriptedHttpServer(parseTranscript("* legacy"), options));
}

/** Negotiates with an endpoint; what comes of it is closed at the end of the test. */
async function negotiated(url: string, policy: NegotiationPolicy = ALLOWED): Promise<Negotiation> {
  const outcome = await negotiate(httpTransport({ url }), policy, clockFrom(globalThis));
  if (outcome.type === "settled") onTestFinished(() => outcome.connection.close().then(() => {}));
  return outcome;
}

/** The methods of the messages that a server got. */
function methods({ requests }: HttpServer): readonly unknown[] {
  return requests.map(({ method, message }) => message?.["method"] ?? method);
}

describe("E6: a probe over HTTP that is answered", () => {
  const AMBIGUOUS: readonly HttpFaultName[] = [
    "text_500",
    "html_200",
    "empty_202",
    "text_400",
    "text_404",
    "text_405",
    "text_406",
    "empty_200",
    "json_200",
    "unknown_method_404_rpc",
    "ends_at_once",
    "ends_unanswered",
    "other_id_json",
    "reset_at_once",
    "reset_in_body",
    "retry_0",
  ];

  test.each(AMBIGUOUS)("by %s leads to legacy by evidence where that is allowed", async (name) => {
    const server = await legacyBut(HTTP_FAULTS[name]);
    const outcome = await negotiated(server.url);
    expect(outcome).toMatchObject({
      type: "settled",
      settled: { era: "legacy", revision: "2025-11-25" },
      record: { reason: "initialized" },
    });
    expect(methods(server)).toEqual(["server/discover", "initialize", "notifications/initialized"]);
  });

  test.each(AMBIGUOUS)("by %s leads to nothing where it is not", async (name) => {
    const server = await legacyBut(HTTP_FAULTS[name]);
    const outcome = await negotiated(server.url, { ...ALLOWED, allowLegacy: false });
    expect(outcome).toMatchObject({ type: "unavailable", record: { era: "unknown" } });
    expect(methods(server)).toEqual(["server/discover"]);
  });

  test.each(["silent", "silent_body", "silent_stream"] as const)(
    "by %s costs the deadline of the probe, and leads to legacy where that is allowed",
    async (name) => {
      const server = await legacyBut(HTTP_FAULTS[name]);
      const outcome = await negotiated(server.url, { ...ALLOWED, probeTimeoutMs: 50 });
      expect(outcome).toMatchObject({ type: "settled", settled: { era: "legacy" } });
    },
  );

  test("by 405 leads to HTTP+SSE where that is what the server speaks", async () => {
    const server = await started(scriptedHttpServer(parseTranscript("* legacy"), { style: "sse" }));
    const outcome = await negotiated(server.url);
    expect(outcome).toMatchObject({ type: "settled", settled: { era: "legacy" } });
    expect(methods(server)).toEqual([
      "server/discover",
      "initialize",
      "GET",
      "initialize",
      "notifications/initialized",
    ]);
  });
});

describe("E7: a probe over HTTP that is answered", () => {
  const headersOnly =
    (status: number): HttpBehaviour =>
    (_request, response) =>
      response.writeHead(status).flushHeaders();

  test.each<[string, HttpBehaviour, string]>([
    ["401", HTTP_FAULTS.unauthorized_401, "unauthorized"],
    ["401 with a modern error in its body", HTTP_FAULTS.unauthorized_401_rpc, "unauthorized"],
    ["401 with a legacy error in its body", rpc(401, -32601), "unauthorized"],
    ["403", HTTP_FAULTS.forbidden_403, "forbidden"],
    ["403 with an error in its body", rpc(403, -32600), "forbidden"],
    ["407", HTTP_FAULTS.proxy_407, "proxy_authentication_required"],
    ["429", HTTP_FAULTS.limited_429, "rate_limited"],
    ["a redirect to another origin", HTTP_FAULTS.elsewhere_307, "redirected"],
    ["redirects without end", HTTP_FAULTS.loop_307, "redirected"],
    ["a redirect by GET", HTTP_FAULTS.see_other_303, "redirected"],
  ])(
    "by %s is surfaced as that, and never followed by initialize",
    async (_what, probe, reason) => {
      const server = await legacyBut(probe);
      const outcome = await negotiated(server.url);
      expect(outcome).toMatchObject({ type: "unavailable", record: { reason, era: "unknown" } });
      expect(methods(server)).not.toContain("initialize");
    },
  );

  test.each([
    [401, "unauthorized"],
    [429, "rate_limited"],
  ])("by %i is surfaced as that, though its body never comes", async (status, reason) => {
    const server = await legacyBut(headersOnly(status));
    const clock = new ManualClock();
    const negotiating = negotiate(httpTransport({ url: server.url }), ALLOWED, clock);
    // The deadline of the probe, and the patience with the body.
    await vi.waitFor(() => expect(clock.waiting).toBe(2), { interval: 2 });
    clock.advance(1000);
    expect(await negotiating).toMatchObject({ type: "unavailable", record: { reason } });
    expect(methods(server)).toEqual(["server/discover"]);
  });

  test("by nobody, since nothing listens there, is surfaced as that", async () => {
    const server = await httpServer(HTTP_FAULTS.silent);
    await server.close();
    const outcome = await negotiated(server.url);
    expect(outcome).toMatchObject({
      type: "unavailable",
      record: { reason: "unreachable", era: "unknown" },
    });
  });

  function rpc(status: number, code: number): HttpBehaviour {
    const error = { code, message: "x" };
    return httpReply({
      status,
      headers: { "content-type": "application/json" },
      body: ({ message }) => JSON.stringify({ jsonrpc: "2.0", id: message?.["id"], error }),
    });
  }
});

describe("E12: a server whose era changes", () => {
  const UPGRADED = `
* {"id":1,"method":"tools/list"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported","data":{"supported":["2026-07-28"]}}}
* modern`;

  const DOWNGRADED = `
* {"id":1,"method":"tools/list"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported","data":{"supported":["2025-11-25"]}}}
* {"id":1,"method":"server/discover"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
* legacy`;

  test.each([
    ["legacy", "modern", UPGRADED],
    ["modern", "legacy", DOWNGRADED],
  ] as const)(
    "from %s to %s ends the connection, and is negotiated anew",
    async (from, to, source) => {
      const before = await started(
        scriptedHttpServer(parseTranscript(`* ${from}`), { style: from }),
      );
      const after = await started(scriptedHttpServer(parseTranscript(source), { style: to }));
      let isChanged = false;
      const front = await started(
        httpServer(({ method, headers, body }, response) => {
          const { url } = isChanged ? after : before;
          const {
            host: _host,
            connection: _connection,
            "content-length": _length,
            ...kept
          } = headers;
          void fetch(url, { method, headers: kept, ...(body === "" ? {} : { body }) }).then(
            async (reply) => {
              response.writeHead(reply.status, {
                "content-type": reply.headers.get("content-type") ?? "text/plain",
              });
              response.end(await reply.text());
            },
          );
        }),
      );
      const connection = await settledAs(await negotiated(front.url), from);
      expect(await call(connection)).toMatchObject({ response: { result: {} } });
      isChanged = true;
      expect(await list(connection)).toMatchObject({ response: { error: { code: -32022 } } });
      expect(await connection.closed).toMatchObject({ type: "era_contradicted" });
      expect(await call(connection)).toMatchObject({ type: "closed", written: false });
      const again = await settledAs(await negotiated(front.url), to);
      expect(await call(again)).toMatchObject({ response: { result: {} } });
    },
  );
});

async function settledAs(outcome: Negotiation, era: "legacy" | "modern"): Promise<Connection> {
  expect(outcome).toMatchObject({ type: "settled", settled: { era } });
  if (outcome.type !== "settled") throw new Error(outcome.record.reason);
  return outcome.connection;
}

function call(connection: Connection): Promise<unknown> {
  return asking(connection, "tools/call", { name: "echo" });
}

function list(connection: Connection): Promise<unknown> {
  return asking(connection, "tools/list", {});
}

function asking(
  connection: Connection,
  method: string,
  params: { readonly name?: string },
): Promise<unknown> {
  const request = { jsonrpc: "2.0", id: connection.ids.next(), method, params } as const;
  return connection.exchange(request, { totalMs: 5000, onAbandon: "cancel" });
}
