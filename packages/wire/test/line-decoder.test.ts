import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Incoming, LineDecoder } from "../src/index.js";
import { cut, utf8 } from "./bytes.js";

const RESULT = '{"jsonrpc":"2.0","id":1,"result":{"text":"é😀"}}';
const PROGRESS = '{"jsonrpc":"2.0","method":"notifications/progress"}';

function decode(
  chunks: Iterable<Uint8Array>,
  decoder: LineDecoder = new LineDecoder(),
): Incoming[] {
  const out: Incoming[] = [];
  for (const chunk of chunks) out.push(...decoder.push(chunk));
  return [...out, ...decoder.end()];
}

function brief(incoming: readonly Incoming[]): string[] {
  return incoming.map((one) => (one.type === "invalid" ? one.code : one.type));
}

describe("LineDecoder", () => {
  it("F1: skips what is not a message, reports each line once, and goes on", () => {
    const bytes = utf8(
      `\uFEFFStarting server on stdio...\n{"level":"info"}\n[]\n42\n${RESULT}\ndebug\n${PROGRESS}\n`,
    );
    const incoming = decode([bytes]);
    expect(brief(incoming)).toEqual([
      "byte_order_mark",
      "not_json",
      "wrong_jsonrpc",
      "not_an_object",
      "not_an_object",
      "response",
      "not_json",
      "notification",
    ]);
    expect(incoming[1]?.text).toBe("Starting server on stdio...");
  });

  it("F1: reports a byte order mark before a message and still delivers the message", () => {
    const [mark, message, ...more] = decode([utf8(`\uFEFF${RESULT}\n`)]);
    expect(mark).toMatchObject({ type: "invalid", code: "byte_order_mark" });
    expect(mark).not.toHaveProperty("id");
    expect(message).toMatchObject({ type: "response", text: RESULT });
    expect(more).toEqual([]);
  });

  it("F1: does the same for a mark at the beginning of a later line", () => {
    expect(brief(decode([utf8(`${PROGRESS}\n\uFEFF${RESULT}\n`)]))).toEqual([
      "notification",
      "byte_order_mark",
      "response",
    ]);
  });

  it("F2: gives the same message when it comes one byte at a time", () => {
    const expected: Incoming = {
      type: "response",
      message: { jsonrpc: "2.0", id: 1, result: { text: "é😀" } },
      text: RESULT,
    };
    expect(decode(cut(utf8(`${RESULT}\n`), 1))).toEqual([expected]);
    expect(decode(cut(utf8(`${RESULT}\r\n`), 1))).toEqual([expected]);
  });

  it("F2: takes CRLF line ends, blank lines and several messages in one chunk", () => {
    const incoming = decode([utf8(`\r\n\n  \n${RESULT}\r\n${PROGRESS}\n${RESULT}\r\n\n`)]);
    expect(incoming.map((one) => one.text)).toEqual([RESULT, PROGRESS, RESULT]);
    expect(brief(incoming)).toEqual(["response", "notification", "response"]);
  });

  it("F6: keeps apart the ids 1 and '1', 0 and ''", () => {
    const line = (id: unknown) => `${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`;
    const incoming = decode([utf8([1, "1", 0, ""].map(line).join(""))]);
    const ids = incoming.map((one) => one.type === "response" && one.message.id);
    expect(ids).toEqual([1, "1", 0, ""]);
  });

  it("F7: reports an error with id null and goes on", () => {
    const nullId = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}';
    expect(brief(decode([utf8(`${nullId}\n${RESULT}\n`)]))).toEqual(["null_id", "response"]);
  });

  it("F8: reports both halves of a reply that was cut by a newline, the first with its id", () => {
    const at = RESULT.indexOf("é");
    const [first, second, third] = decode([
      utf8(`${RESULT.slice(0, at)}\n${RESULT.slice(at)}\n${RESULT}\n`),
    ]);
    expect(first).toMatchObject({ code: "not_json", id: 1, text: RESULT.slice(0, at) });
    expect(second).toMatchObject({ code: "not_json" });
    expect(second).not.toHaveProperty("id");
    expect(third).toMatchObject({ type: "response" });
  });

  it("takes a complete message without a line end when the stream is over", () => {
    const decoder = new LineDecoder();
    expect(decoder.push(utf8(RESULT))).toEqual([]);
    expect(brief(decoder.end())).toEqual(["response"]);
    expect(decoder.end()).toEqual([]);
  });

  it("reports an incomplete message with its id when the stream is over", () => {
    expect(decode([utf8(RESULT.slice(0, -3))])).toMatchObject([{ code: "not_json", id: 1 }]);
  });

  it("is as new after the end", () => {
    const decoder = new LineDecoder();
    decode([utf8(`${RESULT}\n{"jso`)], decoder);
    expect(brief(decode([utf8(`${RESULT}\n`)], decoder))).toEqual(["response"]);
  });

  it("reports lines that are not UTF-8, with the id they answer, and only those", () => {
    const bad = [...utf8('{"jsonrpc":"2.0","id":9,"result":{"t":"'), 0xc3, ...utf8('"}}\n')];
    const replacement = RESULT.replace("é", "\uFFFD");
    const bytes = Uint8Array.from([
      ...bad,
      ...utf8(`${replacement}\n${PROGRESS}\n`),
      0xff,
      0xfe,
      ...utf8(`\n${RESULT}`),
    ]);
    for (const chunks of [[bytes], cut(bytes, 1), cut(bytes, 7, 2)]) {
      const incoming = decode(chunks);
      expect(brief(incoming)).toEqual([
        "not_utf8",
        "response",
        "notification",
        "not_utf8",
        "response",
      ]);
      expect(incoming[0]).toMatchObject({ id: 9 });
      expect(incoming[1]).toMatchObject({ text: replacement });
    }
  });

  it("names no request for a call of the peer that is not UTF-8", () => {
    const bytes = [...utf8('{"jsonrpc":"2.0","id":9,"method":"'), 0xff, ...utf8('"}\n')];
    const [only] = decode([Uint8Array.from(bytes)]);
    expect(only).toMatchObject({ code: "not_utf8" });
    expect(only).not.toHaveProperty("id");
  });

  it("uses the decoding it is given", () => {
    const seen: number[] = [];
    const decoder = new LineDecoder({
      decodeUtf8: (bytes) => {
        seen.push(bytes.length);
        return Buffer.from(bytes).toString("utf8");
      },
    });
    expect(brief(decode([utf8(`${PROGRESS}\n${RESULT}\n`)], decoder))).toEqual([
      "notification",
      "response",
    ]);
    expect(seen).toEqual([utf8(`${PROGRESS}\n${RESULT}`).length]);
  });

  it("gives the same however the stream is cut", () => {
    const lines = fc.constantFrom(
      utf8(RESULT),
      utf8(PROGRESS),
      utf8(`\uFEFF${PROGRESS}`),
      utf8("Starting é😀"),
      utf8('{"jsonrpc":"2.0","id":"x","result":{"a":"\uFFFD'),
      Uint8Array.of(0xf0, 0x9f, 0x98),
      Uint8Array.of(0x20, 0xc3),
      utf8(""),
    );
    const ends = fc.constantFrom("\n", "\r\n");
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(lines, ends)), lines, sizes, (pairs, rest, cuts) => {
        const bytes = Uint8Array.from([
          ...pairs.flatMap(([line, end]) => [...line, ...utf8(end)]),
          ...rest,
        ]);
        expect(decode(cut(bytes, ...cuts))).toEqual(decode([bytes]));
      }),
    );
  });
});
