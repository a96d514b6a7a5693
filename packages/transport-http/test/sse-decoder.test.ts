import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseDecoder, type SseDecoderOptions, type SseIncoming } from "../src/sse-decoder.js";
import { cut, utf8 } from "./bytes.js";
import { referenceDecode, type SseStream } from "./sse-reference.js";

function decode(chunks: Iterable<Uint8Array>, options?: SseDecoderOptions): SseStream {
  const decoder = new SseDecoder(options);
  const events: SseIncoming[] = [];
  for (const chunk of chunks) events.push(...decoder.push(chunk));
  return { events, lastEventId: decoder.lastEventId, retryMs: decoder.retryMs };
}

function event(data: string, more: { event?: string; id?: string } = {}): SseIncoming {
  return { type: "event", event: "message", data, ...more };
}

/** The events of a text, which must be the same as a whole and byte by byte. */
function eventsOf(text: string): readonly SseIncoming[] {
  const whole = decode([utf8(text)]);
  expect(decode(cut(utf8(text), 1))).toEqual(whole);
  expect(referenceDecode(utf8(text))).toEqual(whole);
  return whole.events;
}

const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });

describe("SseDecoder", () => {
  it("F2: gives the same message when it comes one byte at a time", () => {
    const json = '{"jsonrpc":"2.0","id":1,"result":{"text":"é😀"}}';
    expect(eventsOf(`event: message\ndata: ${json}\n\n`)).toEqual([event(json)]);
    expect(eventsOf(`event: message\r\ndata: ${json}\r\n\r\n`)).toEqual([event(json)]);
  });

  it("F2: gives several events of one chunk in order", () => {
    const events = eventsOf("data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\n");
    expect(events).toEqual([event("a"), event("b"), event("c"), event("d")]);
  });

  it("H7: takes CRLF, LF and a lone CR, mixed and wherever they are cut", () => {
    expect(eventsOf("data: a\r\ndata: b\rdata: c\n\r\n")).toEqual([event("a\nb\nc")]);
    expect(eventsOf("data: a\n\rdata: b\r\r\n\n")).toEqual([event("a"), event("b")]);
  });

  it("H7: gives an event at the CR that ends it, and takes an LF behind that for nothing", () => {
    const decoder = new SseDecoder();
    expect(decoder.push(utf8("data: a\r\r"))).toEqual([event("a")]);
    expect(decoder.push(utf8("\n"))).toEqual([]);
    expect(decoder.push(utf8("data: b\r"))).toEqual([]);
    expect(decoder.push(utf8(""))).toEqual([]);
    expect(decoder.push(utf8("\ndata: c\n\n"))).toEqual([event("b\nc")]);
  });

  it("H7: passes over one byte order mark, at the beginning of the stream only", () => {
    expect(eventsOf("\uFEFFdata: a\n\ndata: b\n\n")).toEqual([event("a"), event("b")]);
    expect(eventsOf("\uFEFF\uFEFFdata: a\n\ndata: b\n\n")).toEqual([event("b")]);
    expect(eventsOf("data: a\n\n\uFEFFdata: b\n\n")).toEqual([event("a")]);
    expect(eventsOf("data: \uFEFFa\n\n")).toEqual([event("\uFEFFa")]);
    expect(eventsOf("\uFEFF\ndata: a\n\n")).toEqual([event("a")]);
  });

  it("H7: passes over comments, and lets them neither end nor make an event", () => {
    expect(eventsOf(":\r\n: ping\n:data: x\n\n:\ndata: a\n: b\ndata: c\n\n")).toEqual([
      event("a\nc"),
    ]);
  });

  it("H7: joins data lines, and takes one space behind the colon off them", () => {
    expect(eventsOf("data: a\ndata:b\ndata:  c \ndata:\ndata\n\n")).toEqual([
      event("a\nb\n c \n\n"),
    ]);
  });

  it("H7: gives an event whose data is empty, and none where there is no data", () => {
    expect(eventsOf("data\n\ndata:\n\ndata\ndata\n\nevent: x\n\n\n\n")).toEqual([
      event(""),
      event(""),
      event("\n"),
    ]);
  });

  it("H7: decodes characters that are cut, and puts U+FFFD where there is no UTF-8", () => {
    const bytes = [...utf8("data: é😀"), 0xff, 0xf0, 0x9f, ...utf8("\ndata: "), 0xc3, 10, 10];
    for (const chunks of [[Uint8Array.from(bytes)], cut(Uint8Array.from(bytes), 1)]) {
      expect(decode(chunks).events).toEqual([event("é😀\uFFFD\uFFFD\n\uFFFD")]);
    }
  });

  it("H7: keeps an id until another comes, and an empty one takes it back", () => {
    expect(eventsOf("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 2\nid:\ndata: d\n\n")).toEqual(
      [
        event("a", { id: "1" }),
        event("b", { id: "1" }),
        event("c", { id: "" }),
        event("d", { id: "" }),
      ],
    );
  });

  it("H7: passes over an id with NUL in it, and over fields it does not know", () => {
    expect(
      eventsOf("id: 1\nid: 2\0\nID: 3\n id: 4\nidx: 5\nid : 6\nfoo\ndat\ndata: a\n\n"),
    ).toEqual([event("a", { id: "1" })]);
  });

  it("names an event by its last event field, and by none of the event before", () => {
    expect(
      eventsOf("event: a\nevent: endpoint\ndata: 1\n\ndata: 2\n\nevent: x\nevent:\ndata: 3\n\n"),
    ).toEqual([event("1", { event: "endpoint" }), event("2"), event("3")]);
    expect(eventsOf("event: x\n\ndata: 1\n\n")).toEqual([event("1")]);
  });

  it("drops an event that has not ended, with its id", () => {
    const { events, lastEventId } = decode([utf8("id: 1\ndata: a\n\nid: 2\ndata: b\n")]);
    expect(events).toEqual([event("a", { id: "1" })]);
    expect(lastEventId).toBe("1");
  });

  it("knows the last event id without an event, once the block that has it ends", () => {
    const decoder = new SseDecoder();
    expect(decoder.lastEventId).toBeUndefined();
    expect(decoder.push(utf8("id: first\n"))).toEqual([]);
    expect(decoder.lastEventId).toBeUndefined();
    expect(decoder.push(utf8("\n"))).toEqual([]);
    expect(decoder.lastEventId).toBe("first");
    decoder.push(utf8("id\n\n"));
    expect(decoder.lastEventId).toBe("");
  });

  it("gives the empty event that primes a client with its id", () => {
    const { events, lastEventId } = decode([utf8("id: abc\ndata: \n\n")]);
    expect(events).toEqual([event("", { id: "abc" })]);
    expect(lastEventId).toBe("abc");
  });

  it.each([
    ["retry: 3000\n", 3000],
    ["retry:0\n", 0],
    ["retry: 007\n", 7],
    ["retry: 10\nretry: 2s\n", 10],
    [`retry: ${"9".repeat(400)}\n`, Number.MAX_SAFE_INTEGER],
    ["retry\n", undefined],
    ["retry: \n", undefined],
    ["retry: -1\n", undefined],
    ["retry: 1.5\n", undefined],
    ["retry:  1\n", undefined],
    ["retry: ١\n", undefined],
    ["retry: 5", undefined],
  ])("takes digits only as the reconnection time: %j", (text, retryMs) => {
    expect(decode([utf8(text)])).toEqual({ events: [], lastEventId: undefined, retryMs });
    expect(decode(cut(utf8(text), 1)).retryMs).toBe(retryMs);
  });

  it("gives for any bytes what the standard's algorithm gives, however they are cut", () => {
    const pieces = fc.constantFrom(
      ...["data", "event", "id", "retry", ":", ":", " ", "\n", "\n", "\r", "\r\n", "\0", "a", "1"],
      ...["\uFEFF", "é", "😀", "data: x\n\n", "id: 7\n", ": c\n"],
    );
    const bytes = fc.oneof(
      { weight: 9, arbitrary: pieces.map(utf8) },
      { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 3 }) },
    );
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 60 }), sizes, (parts, cuts) => {
        const soup = Uint8Array.from(parts.flatMap((part) => [...part]));
        expect(decode(cut(soup, ...cuts))).toEqual(referenceDecode(soup));
      }),
      { numRuns: 500 },
    );
  });

  it("gives long events whole, of short pieces and long ones in any order", () => {
    const line = fc.tuple(fc.constantFrom("x", "é"), fc.nat(4000)).map(([c, n]) => c.repeat(n));
    const sizes = fc.array(fc.constantFrom(1, 3, 500, 1023, 1024, 2500), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), sizes, (lines, cuts) => {
        const bytes = utf8(`${lines.map((text) => `data: ${text}\r\n`).join("")}\r\n`);
        expect(decode(cut(bytes, ...cuts)).events).toEqual([event(lines.join("\n"))]);
      }),
      { numRuns: 30 },
    );
  });

  it("gives the events that a widely used parser gives", () => {
    const lines = fc.constantFrom("data: é", "data", "data:", "event: e", "id: 1", "", "", ":c");
    const ends = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(lines, ends)), sizes, (pairs, cuts) => {
        const text = `${pairs.map((pair) => pair.join("")).join("")}\n\n`;
        const theirs: { event: string; data: string }[] = [];
        const parser = createParser({
          onEvent: ({ event: name = "message", data }) => theirs.push({ event: name, data }),
        });
        parser.feed(text);
        expect(decode(cut(utf8(text), ...cuts)).events).toMatchObject(theirs);
      }),
    );
  });
});
