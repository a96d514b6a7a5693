import { HTTP_FAULTS, type HttpBehaviour, httpReply, insteadOf } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answer, endpoint, LEGACY, scene, server, turns, until } from "./http-scene.js";

const EVENTS = { "content-type": "text/event-stream" };
const OLD = "2024-11-05";

describe("an initialize that is answered 400, 404 or 405", () => {
  test.each(BACK_END_NAMES)(
    "is delivered once more by HTTP+SSE, where all that follows goes too, over %s",
    async (name) => {
      const script = await endpoint(
        `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
< {"jsonrpc":"2.0","id":"p","method":"ping"}
> {"id":"p","result":{}}
< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
* legacy`,
        { style: "sse" },
      );
      const one = await scene({ url: script.url, send: backEnd(name) });
      await one.handshake(OLD, { elicitation: {} });
      let progress = 0;
      const onNotification = (): void => {
        progress += 1;
      };
      const outcome = await one.askLegacy("tools/call", {}, { onNotification });
      expect(outcome).toMatchObject({ type: "response", response: { result: {} } });
      expect([progress, one.faults]).toEqual([1, []]);
      expect(
        script.requests.map(({ method, path, message }) => [method, path, message?.["method"]]),
      ).toEqual([
        ["POST", "/mcp", "initialize"],
        ["GET", "/mcp", undefined],
        ["POST", "/messages?session=1", "initialize"],
        ["POST", "/messages?session=1", "notifications/initialized"],
        ["POST", "/messages?session=1", "tools/call"],
        ["POST", "/messages?session=1", undefined],
      ]);
      expect(script.requests[0]?.body).toBe(script.requests[2]?.body);
      expect(script.requests.at(-1)?.headers).toMatchObject({ "content-type": "application/json" });
      expect(await one.connection.close()).toMatchObject({ type: "local" });
      await until(() => expect(script.requests.map(({ reply }) => reply)).not.toContain("open"));
      expect(script.requests.map(({ method }) => method)).not.toContain("DELETE");
      expect(script.deviations).toEqual([]);
    },
  );

  test.each(["text_400", "text_404", "text_405"] as const)(
    "keeps what it was refused with where there is no HTTP+SSE either: %s",
    async (name) => {
      const { url, requests } = await server(HTTP_FAULTS[name]);
      const one = await scene({ url });
      const outcome = await one.askLegacy("initialize", {});
      expect(outcome).toMatchObject({
        type: "http_status",
        status: Number(name.slice(-3)),
        body: expect.stringMatching(
          /^(?:Bad Request.*|Not Found|Not allowed) \(HTTP 40\d to the GET/,
        ),
      });
      expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
      expect(await one.askLegacy("ping", {})).toMatchObject({ type: "http_status" });
      expect(requests.map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
    },
  );

  test.each([
    ["text_500", "http_status"],
    ["html_200", "http_status"],
    ["unauthorized_401", "http_status"],
    ["forbidden_403", "http_status"],
    ["text_406", "http_status"],
    ["unsupported_400_rpc", "response"],
    ["unknown_method_404_rpc", "response"],
    ["reset_at_once", "stream_ended"],
  ] as const)("is no other one: %s is told as %s", async (name, type) => {
    const { url, requests } = await server(HTTP_FAULTS[name]);
    const one = await scene({ url });
    expect(await one.askLegacy("initialize", {})).toMatchObject({ type });
    await turns(5);
    expect(requests).toHaveLength(1);
  });

  test("is delivered once more within the same deadline", async () => {
    const { url, requests } = await endpoint("* legacy", {
      style: "sse",
      instead: insteadOf({ http: "GET" }, HTTP_FAULTS.silent_stream),
    });
    const one = await scene({ url });
    const asked = one.askLegacy("initialize", {}, { totalMs: 500, onAbandon: "silent" });
    await until(() => expect(requests).toHaveLength(2));
    one.clock.advance(500);
    expect(await asked).toMatchObject({ type: "timed_out", limit: "total", afterMs: 500 });
    await one.connection.close();
    await until(() => expect(requests[1]?.reply).toBe("cut"));
  });

  test("is given up where the stream names no place for messages within thirty seconds", async () => {
    const { url, requests } = await old(HTTP_FAULTS.silent_stream);
    const one = await scene({ url });
    const asked = one.askLegacy("initialize", {});
    await until(() => expect(requests).toHaveLength(2));
    const notified = one.connection.notify(notification("notifications/x"));
    one.clock.advance(29_999);
    await turns(5);
    expect(requests[1]?.reply).toBe("open");
    one.clock.advance(1);
    const body = expect.stringContaining("no place for messages");
    expect(await asked).toMatchObject({ type: "http_status", status: 405, body });
    expect(await notified).toMatchObject({ type: "not_delivered" });
    await until(() => expect(requests[1]?.reply).toBe("cut"));
  });

  test("is the only request that is: another that is refused stays refused", async () => {
    const { url, requests } = await server(HTTP_FAULTS.text_404);
    const one = await scene({ url, era: LEGACY });
    expect(await one.askLegacy()).toMatchObject({ type: "http_status", status: 404 });
    await turns(5);
    expect(requests).toHaveLength(1);
  });

  test("lets nothing wait that was sent meanwhile, where there is no HTTP+SSE", async () => {
    const { url, requests } = await server((request, response) => {
      if (request.method === "POST") HTTP_FAULTS.text_404(request, response);
      else release = () => HTTP_FAULTS.text_404(request, response);
    });
    let release = (): void => {};
    const one = await scene({ url });
    const initialize = one.askLegacy("initialize", {});
    await until(() => expect(requests).toHaveLength(2));
    const notified = one.connection.notify(notification("notifications/x"));
    const asked = one.askLegacy("tools/call", {});
    await turns(1);
    release();
    expect(await initialize).toMatchObject({ type: "http_status" });
    expect(await notified).toMatchObject({ type: "not_delivered" });
    expect(await asked).toMatchObject({ type: "stream_ended" });
    expect(requests).toHaveLength(2);
  });
});

describe("the place for messages that HTTP+SSE names", () => {
  test.each([
    "http://127.0.0.1:1/messages",
    "https://elsewhere.invalid/messages",
    "//elsewhere.invalid/messages",
    "http://user:pass@HOST/messages",
    "file:///etc/passwd",
    "http://",
  ])("has to be of the same origin: %s is refused", async (place) => {
    const other = await server(HTTP_FAULTS.empty_202);
    const { url, requests } = await old((request, response) => {
      const host = request.headers["host"] ?? "";
      const named = place.replace("HOST", host).replace("127.0.0.1:1", new URL(other.url).host);
      response.writeHead(200, EVENTS).write(`event: endpoint\ndata: ${named}\n\n`);
    });
    const one = await scene({ url, headers: { authorization: "Bearer s3cret-s3cret" } });
    const outcome = await one.askLegacy("initialize", {});
    expect(outcome).toMatchObject({ type: "http_status", status: 405 });
    expect(outcome).toMatchObject({ body: expect.stringContaining("not of the same origin") });
    await until(() => expect(requests.map(({ reply }) => reply)).toEqual(["ended", "cut"]));
    expect(other.requests).toEqual([]);
  });

  test("is named once, and nothing counts before it", async () => {
    const { url, requests } = await old((request, response) => {
      response.writeHead(200, EVENTS);
      response.write(`data: ${answer({ message: { id: 1 } })}\n\n`);
      response.write("event: endpoint\ndata: messages/?a=1\n\n");
      response.write("event: endpoint\ndata: /elsewhere\n\n");
      void request;
      late = () => response.write(`data: ${answer({ message: { id: 1 } }, { of: "stream" })}\n\n`);
    });
    let late = (): void => {};
    const one = await scene({ url });
    const asked = one.askLegacy("initialize", {});
    await until(() => expect(requests).toHaveLength(3));
    expect(requests[2]?.path).toBe("/messages/?a=1");
    late();
    expect(await asked).toMatchObject({ response: { result: { of: "stream" } } });
    expect(one.faults).toEqual([]);
  });
});

/** A server of HTTP+SSE whose GET is answered like this. */
function old(get: HttpBehaviour) {
  const refuse = httpReply({ status: 405 });
  return server((request, response) => {
    const takes = request.path.startsWith("/mess") ? httpReply({ status: 202 }) : refuse;
    if (request.method === "GET") get(request, response);
    else takes(request, response);
  });
}
