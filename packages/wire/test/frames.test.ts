import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFrame, encode, type Message, WireError } from "../src/index.js";

const BOTH_WAYS: readonly [string, "request" | "notification" | "response", Message][] = [
  [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    "request",
    { jsonrpc: "2.0", id: 1, method: "ping" },
  ],
  [
    '{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":[1,null]}}',
    "request",
    { jsonrpc: "2.0", id: "a", method: "m", params: { x: [1, null] } },
  ],
  [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    "notification",
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ],
  [
    '{"jsonrpc":"2.0","id":1,"result":{"text":"é😀\\n\\r\\n"}}',
    "response",
    { jsonrpc: "2.0", id: 1, result: { text: "é😀\n\r\n" } },
  ],
  [
    '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no"}}',
    "response",
    { jsonrpc: "2.0", id: 0, error: { code: -32601, message: "no" } },
  ],
];

describe("a frame", () => {
  it.each(BOTH_WAYS)("%s is encoded and decoded", (text, type, message) => {
    expect(encode(message)).toBe(`${text}\n`);
    expect(decodeFrame(text)).toEqual({ type, message, text });
  });

  it("decodes to the message that was encoded, and has one newline, at its end", () => {
    const params = fc.dictionary(fc.string(), fc.jsonValue());
    const requests = fc.record({
      jsonrpc: fc.constant("2.0" as const),
      id: fc.oneof(fc.string(), fc.integer()),
      method: fc.string({ minLength: 1 }),
      params,
    });
    fc.assert(
      fc.property(requests, (message) => {
        const frame = encode(message);
        expect(frame.indexOf("\n")).toBe(frame.length - 1);
        const text = frame.slice(0, -1);
        const expected = { type: "request", message: JSON.parse(text) as unknown, text };
        expect(decodeFrame(text)).toStrictEqual(expected);
        expect(encode(JSON.parse(text) as Message)).toBe(frame);
      }),
    );
  });
});

describe("decodeFrame", () => {
  it.each(["", " ", "\t \r"])("passes over the blank line %j", (text) => {
    expect(decodeFrame(text)).toBeUndefined();
  });

  it("passes over one byte order mark, and not over two", () => {
    const text = '{"jsonrpc":"2.0","method":"m"}';
    expect(decodeFrame(`\uFEFF${text}`)).toMatchObject({ type: "notification", text });
    expect(decodeFrame(`\uFEFF\uFEFF${text}`)).toMatchObject({ code: "not_json" });
    expect(decodeFrame("\uFEFF".repeat(100_000))).toMatchObject({ code: "not_json" });
    expect(decodeFrame("\uFEFF")).toBeUndefined();
  });

  it("F1: reports a line of a log with its text", () => {
    const text = "Starting server on stdio...";
    expect(decodeFrame(text)).toMatchObject({ type: "invalid", code: "not_json", text });
    expect(decodeFrame(text)).not.toHaveProperty("id");
  });

  it("F1: reports a JSON line of a log, and does not take its id for an answer's", () => {
    const text = '{"level":"info","id":1,"msg":"ready"}';
    expect(decodeFrame(text)).toMatchObject({ type: "invalid", code: "wrong_jsonrpc", text });
    expect(decodeFrame(text)).not.toHaveProperty("id");
  });

  it("F8: names the request of a reply that was cut in the middle of its JSON", () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"a":"x';
    expect(decodeFrame(text)).toMatchObject({ type: "invalid", code: "not_json", text, id: 1 });
  });

  it("F8: names no request for the other half of that reply", () => {
    expect(decodeFrame('y"}}')).not.toHaveProperty("id");
  });

  it("carries at most the first 200 characters of an invalid frame, in whole characters", () => {
    const long = `{"jsonrpc":"1.0","x":"${"a".repeat(500)}"}`;
    expect(decodeFrame(long)).toMatchObject({ text: long.slice(0, 200) });
    const pairs = `x${"😀".repeat(200)}`;
    expect(decodeFrame(pairs)).toMatchObject({ text: `x${"😀".repeat(99)}` });
  });

  it("takes JSON of any depth", () => {
    const deep = `{"jsonrpc":"2.0","id":1,"result":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`;
    expect(decodeFrame(deep)).toMatchObject({ type: "response" });
    expect(decodeFrame("[".repeat(1_000_000))).toMatchObject({ code: "not_json" });
  });
});

describe("encode", () => {
  it("refuses a cycle and keeps the cause", () => {
    const params: Record<string, unknown> = {};
    params["self"] = params;
    try {
      encode({ jsonrpc: "2.0", method: "m", params });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
      expect(error).toMatchObject({ code: "not_serializable", fault: "local" });
      expect((error as WireError).cause).toBeInstanceOf(TypeError);
    }
  });

  it("refuses a BigInt", () => {
    const message: Message = { jsonrpc: "2.0", method: "m", params: { n: 1n } };
    expect(() => encode(message)).toThrow(expect.objectContaining({ code: "not_serializable" }));
  });

  it("refuses a message that is nothing as JSON", () => {
    const message: Message & { toJSON(): undefined } = {
      jsonrpc: "2.0",
      method: "m",
      toJSON: () => undefined,
    };
    expect(() => encode(message)).toThrow(expect.objectContaining({ code: "not_serializable" }));
  });

  it("leaves out members that are undefined", () => {
    expect(encode({ jsonrpc: "2.0", method: "m", params: { a: undefined } })).toBe(
      '{"jsonrpc":"2.0","method":"m","params":{}}\n',
    );
  });
});
