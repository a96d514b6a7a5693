import { type HttpBehaviour, httpReply } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { answer, endpoint, LEGACY, MODERN, RESULT, scene, server } from "./http-scene.js";

const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };
const NAMELESS = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}';

/** A JSON body that says this of a request. */
function saying(text: string | ((id: unknown) => string), status = 200): HttpBehaviour {
  return httpReply({
    status,
    headers: JSON_TYPE,
    body: ({ message }) => (typeof text === "string" ? text : text(message?.["id"])),
  });
}

describe("a JSON reply", () => {
  test.each([
    [
      "F6: with the id as a string",
      (id: unknown) => `{"jsonrpc":"2.0","id":"${id}","result":{}}`,
      "unknown_id",
    ],
    ["F6: with another id", () => '{"jsonrpc":"2.0","id":99,"result":{}}', "unknown_id"],
  ])("%s answers nothing, and its call ends at once", async (_name, text, code) => {
    const { url } = await server(saying(text));
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "stream_ended" });
    expect(one.faults).toMatchObject([{ code }]);
  });

  test("F6: with a foreign id is malformed while negotiating", async () => {
    const { url } = await server(saying((id) => `{"jsonrpc":"2.0","id":"${id}","result":{}}`));
    const one = await scene({ url });
    const fault = { code: "unknown_id" };
    expect(await one.ask("server/discover", {})).toMatchObject({ type: "malformed", fault });
  });

  test.each([
    ["F7: whose error has no id", NAMELESS, "null_id"],
    ["F8: that is cut", '{"jsonrpc":"2.0","id":1,"result":{"a', "not_json"],
    ["F1: that is text", "Starting server on http...", "not_json"],
    ["that is an array", "[]", "not_an_object"],
    ["that is a log line", '{"level":"info"}', "wrong_jsonrpc"],
    [
      "with result and error",
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
      "result_and_error",
    ],
  ])("%s is malformed, and told by its text", async (_name, text, code) => {
    const { url } = await server(saying(text));
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "malformed", fault: { code, text } });
    expect(one.faults).toHaveLength(1);
  });

  test("that is not UTF-8 is malformed", async () => {
    const { url } = await server((_request, response) => {
      response.writeHead(200, JSON_TYPE).end(Buffer.of(0x7b, 0xff, 0x7d));
    });
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "malformed", fault: { code: "not_utf8" } });
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/x+json", ""])(
    "is one with the type %j, behind a byte order mark and between spaces",
    async (type) => {
      const head = type === "" ? {} : { "content-type": type };
      const { url } = await server((request, response) => {
        response.writeHead(200, head).end(`\u{feff}\r\n ${answer(request)}\n`);
      });
      const one = await scene({ url, era: MODERN });
      expect(await one.ask()).toMatchObject({ type: "response" });
      expect(one.faults).toEqual([]);
    },
  );

  test("is one with any status of success", async () => {
    const { url } = await server((request, response) => {
      response.writeHead(201, JSON_TYPE).end(answer(request));
    });
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response" });
  });
});

describe("H3: a JSON-RPC error in a refusal is the answer", () => {
  test.each([400, 404, 405, 409, 500, 503])("with status %i", async (status) => {
    const error = { code: -32601, message: "Method not found" };
    const { url } = await server(
      saying((id) => JSON.stringify({ jsonrpc: "2.0", id, error }), status),
    );
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response", response: { id: 1, error } });
    expect(one.faults).toEqual([]);
  });

  test.each([NAMELESS, NAMELESS.replace('"id":null,', "")])(
    "though it has no id, since it stands in the reply to this request: %s",
    async (text) => {
      const { url } = await server(saying(text, 400));
      const one = await scene({ url, era: MODERN });
      const error = { code: -32600 };
      expect(await one.ask()).toMatchObject({ type: "response", response: { id: 1, error } });
    },
  );

  test.each([
    ["an error for another id", '{"jsonrpc":"2.0","id":99,"error":{"code":-32601,"message":"x"}}'],
    ["an error that is none", '{"jsonrpc":"2.0","id":1,"error":"x"}'],
    ["an error of something else", '{"error":"invalid_request"}'],
    ["a result", '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ])("and %s in it is not", async (_what, text) => {
    const { url } = await server(saying(text, 400));
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "http_status", status: 400, body: text });
  });
});

describe("an event of a reply", () => {
  test.each([
    ["F1: that is text", "Starting server...", "not_json"],
    ["F7: whose error has no id", NAMELESS, "null_id"],
    ["F8: that is cut, and names no request", '{"result":{"a', "not_json"],
    ["that is an array", "[]", "not_an_object"],
  ])("%s is a fault, and the answer behind it counts", async (_name, text, code) => {
    const { url } = await server((request, response) => {
      response.writeHead(200, EVENTS).end(`data: ${text}\n\ndata: ${answer(request)}\n\n`);
    });
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response", response: { result: RESULT } });
    expect(one.faults).toMatchObject([{ code, text }]);
  });

  test("F8: that is cut behind the id of its request ends it, with the text", async () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"a';
    const { url } = await server((_request, response) => {
      response.writeHead(200, EVENTS).write(`data: ${text}\n\n`);
    });
    const one = await scene({ url, era: MODERN });
    const fault = { code: "not_json", text };
    expect(await one.ask()).toMatchObject({ type: "malformed", fault });
  });

  test("is read from a type in capitals, with parameters", async () => {
    const { url } = await server((request, response) => {
      response.writeHead(200, { "content-type": "Text/Event-Stream; charset=utf-8" });
      response.end(`data: ${answer(request)}\n\n`);
    });
    const one = await scene({ url, era: MODERN });
    expect(await one.ask()).toMatchObject({ type: "response" });
  });
});

describe("E12: what contradicts the settled era ends the connection", () => {
  test.each([
    ["legacy", "E12", LEGACY],
    ["modern", "E12-modern", MODERN],
  ] as const)("where it is %s", async (style, name, era) => {
    const { url, requests } = await endpoint(name, { style });
    const one = await scene({ url, era });
    const other = style === "legacy" ? one.askLegacy("ping", {}) : one.ask("server/discover", {});
    await other;
    const outcome = await (style === "legacy" ? one.askLegacy() : one.ask());
    expect(outcome).toMatchObject({ type: "response", response: { error: { code: -32022 } } });
    expect(await one.connection.closed).toMatchObject({ type: "era_contradicted" });
    expect(await one.ask()).toMatchObject({ type: "closed", written: false });
    expect(requests).toHaveLength(2);
  });
});
