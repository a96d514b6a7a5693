import { HTTP_FAULTS, type ReceivedRequest, type ScriptedHttpServer } from "@x/testkit";
import { encodeHeaderValue, notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import {
  answering,
  endpoint,
  MODERN,
  type Scene,
  scene,
  server,
  turns,
  until,
} from "./http-scene.js";

const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

/** What of a request's headers is ours. */
function own({ headers }: ReceivedRequest | undefined = nothing): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(?:mcp-|accept$|content-type|last-)/.test(name)),
  );
}

const nothing = { headers: {} } as ReceivedRequest;
const ALWAYS = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2026-07-28",
};

describe("the POST of a modern request", () => {
  test.each([
    ["server/discover", {}, {}],
    ["tools/list", { cursor: "a" }, {}],
    ["tools/call", { name: "echo", arguments: { name: "no" } }, { "mcp-name": "echo" }],
    ["prompts/get", { name: "greet" }, { "mcp-name": "greet" }],
    ["resources/read", { uri: "file:///a b" }, { "mcp-name": "file:///a b" }],
    ["resources/subscribe", { uri: "file:///a", name: "x" }, {}],
    ["tools/call", { name: 1 }, {}],
    ["toString", { name: "x" }, {}],
  ])("of %s with %j mirrors its body in its headers", async (method, params, named) => {
    const { url, requests } = await server(answering);
    const { ask, connection } = await open(url);
    connection.settle(MODERN);
    expect(await ask(method, params)).toMatchObject({ type: "response" });
    expect(own(requests[0])).toEqual({ ...ALWAYS, "mcp-method": method, ...named });
    const [{ message } = nothing] = requests;
    expect(message).toMatchObject({ method, params: { ...params, _meta: {} } });
  });

  test("has the revision of its own _meta, whatever the connection was settled as", async () => {
    const { url, requests } = await server(answering);
    const { exchange, connection } = await open(url);
    connection.settle(MODERN);
    const _meta = { [PROTOCOL_VERSION]: "2027-01-01" };
    await exchange({ jsonrpc: "2.0", id: 9, method: "tools/list", params: { _meta } });
    expect(own(requests[0])).toMatchObject({ "mcp-protocol-version": "2027-01-01" });
  });

  test("has its headers before the era is settled, too", async () => {
    const { url, requests } = await server(answering);
    const { ask } = await open(url);
    await ask("server/discover", {});
    expect(own(requests[0])).toEqual({ ...ALWAYS, "mcp-method": "server/discover" });
  });

  test.each(BACK_END_NAMES)(
    "H8: carries names and parameters that are not plain in their Base64 form, over %s",
    async (name) => {
      const { url, requests } = await server(answering);
      const one = await scene({ url, send: backEnd(name), era: MODERN });
      const values = ["ünïcode", " padded ", "=?base64?x?=", "a\r\nEvil: 1", "tab\tx", "", "日本"];
      for (const value of values) {
        const headers = { "Mcp-Param-Text": encodeHeaderValue(value) };
        await one.ask("tools/call", { name: value }, { headers });
      }
      const seen = requests.map(({ headers }) => [headers["mcp-name"], headers["mcp-param-text"]]);
      const encoded = [
        "=?base64?w7xuw69jb2Rl?=",
        "=?base64?IHBhZGRlZCA=?=",
        "=?base64?PT9iYXNlNjQ/eD89?=",
        "=?base64?YQ0KRXZpbDogMQ==?=",
        "=?base64?dGFiCXg=?=",
        "",
        "=?base64?5pel5pys?=",
      ];
      expect(seen).toEqual(encoded.map((value) => [value, value]));
      expect(requests.some(({ headers }) => "evil" in headers)).toBe(false);
    },
  );

  test("carries the headers of its own exchange, and no other does", async () => {
    const { url, requests } = await server(answering);
    const { ask } = await open(url);
    const headers = { "Mcp-Param-Region": "us-west1", "mcp-param-n": "42" };
    await ask("tools/call", { name: "echo" }, { headers });
    await ask("tools/call", { name: "echo" });
    expect(own(requests[0])).toMatchObject({ "mcp-param-region": "us-west1", "mcp-param-n": "42" });
    expect(Object.keys(own(requests[1])).filter((name) => name.includes("param"))).toEqual([]);
  });
});

test("a modern notification is a POST that is mirrored as far as it can be", async () => {
  const { url, requests } = await server(HTTP_FAULTS.empty_202);
  const { connection } = await scene({ url, era: MODERN });
  const sent = await connection.notify(notification("notifications/custom", { name: "x" }));
  expect(sent).toEqual({ type: "sent" });
  expect(own(requests[0])).toEqual({ ...ALWAYS, "mcp-method": "notifications/custom" });
});

test("a modern server is sent POSTs alone, whatever it offers, and no session", async () => {
  const { url, requests } = await server((request, response) => {
    const headers = { "content-type": "text/event-stream", "mcp-session-id": "s-1" };
    response.writeHead(200, headers);
    const { id } = request.message ?? {};
    const result = { resultType: "complete", capabilities: { tools: { listChanged: true } } };
    const frame = JSON.stringify({ jsonrpc: "2.0", id, result });
    response.end(`retry: 0\nid: 1\ndata:\n\nid: 2\ndata: ${frame}\n\n`);
  });
  const one = await scene({ url, era: MODERN });
  for (let call = 0; call < 3; call += 1) await one.ask();
  one.clock.advance(600_000);
  await turns(5);
  await one.connection.close();
  expect(requests.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
  expect(requests.flatMap((request) => Object.keys(own(request)))).not.toContain("mcp-session-id");
});

test("a modern reply that breaks off is not gone on with, though its events have ids", async () => {
  const { url, requests } = await server((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end("id: 1\ndata:\n\n");
  });
  const { ask, clock } = await open(url);
  expect(await ask()).toMatchObject({ type: "stream_ended" });
  clock.advance(600_000);
  await turns(5);
  expect(requests).toHaveLength(1);
});

describe("a modern request that is abandoned", () => {
  test.each(["silent", "silent_body", "silent_stream"] as const)(
    "T1: ends its reply and sends nothing at its deadline: %s",
    async (name) => {
      const { url, requests } = await server(HTTP_FAULTS[name]);
      const one = await scene({ url, era: MODERN });
      const asked = one.ask("tools/call", { name: "echo" }, { totalMs: 500 });
      await until(() => expect(requests).toHaveLength(1));
      one.clock.advance(499);
      one.clock.advance(1);
      expect(await asked).toMatchObject({ type: "timed_out", limit: "total", afterMs: 500 });
      await until(() => expect(requests[0]?.reply).toBe("cut"));
      expect(requests).toHaveLength(1);
      expect(one.taps.map(({ direction }) => direction)).toEqual(["sent"]);
    },
  );

  test.each(BACK_END_NAMES)(
    "T3: ends its reply and sends nothing where the caller aborts, over %s",
    async (name) => {
      const { url, requests } = await server(HTTP_FAULTS.silent_stream);
      const one = await scene({ url, send: backEnd(name), era: MODERN });
      const controller = new AbortController();
      const asked = one.ask("tools/call", { name: "echo" }, { signal: controller.signal });
      await until(() => expect(requests).toHaveLength(1));
      controller.abort("enough");
      expect(await asked).toEqual({ type: "aborted", reason: "enough" });
      await until(() => expect(requests[0]?.reply).toBe("cut"));
      expect(requests).toHaveLength(1);
    },
  );

  test("F9: in silence keeps its reply, on which a late answer is late", async () => {
    const { one, script } = await abandonedInSilence();
    expect(script.requests[0]?.reply).toBe("open");
    await one.connection.notify(notification("notifications/go"));
    await until(() => expect(one.late).toHaveLength(2));
    expect(one.late).toMatchObject([{ method: "notifications/progress" }, { id: 1 }]);
    expect(one.faults).toEqual([]);
    await until(() => expect(script.requests[0]?.reply).toBe("ended"));
  });

  test("in silence leaves nothing open that close() does not end", async () => {
    const { one, script } = await abandonedInSilence();
    await one.connection.close();
    await until(() => expect(script.requests[0]?.reply).toBe("cut"));
  });
});

async function abandonedInSilence(): Promise<{ one: Scene; script: ScriptedHttpServer }> {
  const script = await endpoint(`
> {"id":1,"method":"tools/call"}
> {"method":"notifications/go"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`);
  const one = await scene({ url: script.url, era: MODERN });
  const options = { totalMs: 500, onAbandon: "silent" } as const;
  const asked = one.ask("tools/call", { name: "echo" }, options);
  await until(() => expect(script.requests).toHaveLength(1));
  one.clock.advance(500);
  expect(await asked).toMatchObject({ type: "timed_out" });
  return { one, script };
}

async function open(url: string) {
  const one = await scene({ url });
  return {
    connection: one.connection,
    clock: one.clock,
    ask: (...args: Parameters<Scene["ask"]>) => one.ask(...args),
    exchange: (...args: Parameters<Scene["exchange"]>) => one.exchange(...args),
  };
}
