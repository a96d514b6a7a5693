import { describe, expect, it } from "vitest";
import { HttpTransportError } from "../src/http-transport-error.js";
import { SseDecoder, type SseIncoming } from "../src/sse-decoder.js";
import { cut, utf8 } from "./bytes.js";

const MIB = 1024 * 1024;

function decode(chunks: Iterable<Uint8Array>, maxEventBytes?: number): SseIncoming[] {
  const decoder = new SseDecoder(maxEventBytes === undefined ? {} : { maxEventBytes });
  const events: SseIncoming[] = [];
  for (const chunk of chunks) events.push(...decoder.push(chunk));
  return events;
}

/** What each is, and the data of those that arrived. */
function brief(events: readonly SseIncoming[]): string[] {
  return events.map((one) => (one.type === "event" ? one.data : one.type));
}

/** How many bytes are searched, copied and decoded by the platform while `run` runs. */
function workOf(run: () => void): number {
  let work = 0;
  const arrays = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
  const { set, indexOf } = arrays;
  const { decode: decodeText } = TextDecoder.prototype;
  arrays.set = function (this: Uint8Array, source: ArrayLike<number>, at?: number) {
    work += source.length;
    set.call(this, source, at);
  };
  arrays.indexOf = function (this: Uint8Array, byte: number, from = 0) {
    const found = indexOf.call(this, byte, from);
    work += (found === -1 ? this.length : found) - from;
    return found;
  };
  TextDecoder.prototype.decode = function (
    this: InstanceType<typeof TextDecoder>,
    bytes?: Uint8Array,
  ) {
    work += bytes?.length ?? 0;
    return decodeText.call(this, bytes);
  } as typeof decodeText;
  try {
    run();
  } finally {
    arrays.set = set;
    arrays.indexOf = indexOf;
    TextDecoder.prototype.decode = decodeText;
  }
  return work;
}

describe("SseDecoder", () => {
  it("F3: gives an event of 32 MiB that comes in pieces of 4 KiB", () => {
    const data = "x".repeat(32 * MIB);
    const [only, ...more] = decode(cut(utf8(`data: ${data}\n\n`), 4096));
    expect(more).toEqual([]);
    expect(only?.type === "event" && only.data === data).toBe(true);
  });

  it.each([
    ["one line", (size: number) => `data: ${"x".repeat(size)}\n\n`],
    ["short lines", (size: number) => `${"data: abc\n".repeat(size / 10)}\n`],
    ["lines that end in CR", (size: number) => `${"data: abc\r".repeat(size / 10)}\r`],
    ["lines that mean nothing", (size: number) => "x\r\n:\nretry:x\r".repeat(size / 14)],
    ["events without data", (size: number) => "id: 1\n\n".repeat(size / 7)],
  ])("F3: does work that is linear in the bytes: %s", (_name, text) => {
    const size = MIB / 2;
    const bytes = utf8(text(size));
    const work = workOf(() => decode(cut(bytes, 4096)));
    const twice = utf8(text(2 * size));
    const workOnTwice = workOf(() => decode(cut(twice, 4096)));
    expect(work).toBeLessThan(8 * bytes.length);
    expect(workOnTwice).toBeLessThan(2.2 * work);
  });

  it("F4: counts each event by itself", () => {
    const data = "x".repeat(9_900_000);
    const text = `data: ${data}\n\n`;
    const events = decode(cut(utf8(text + text), 65_536), 10_000_000);
    expect(events.map((one) => one.type)).toEqual(["event", "event"]);
  });

  it("F4: does not count comments and other lines that mean nothing", () => {
    const quiet = ": keep-alive\r\nx: y\r\n".repeat(1000);
    expect(brief(decode([utf8(`${quiet}data: a\n${quiet}data: b\n\n`)], 20))).toEqual(["a\nb"]);
  });

  it.each([1, 7, 100_000])(
    "F5: reports an event over the limit once and goes on, in pieces of %i",
    (size) => {
      const limit = 1000;
      const fits = "é".repeat(497);
      const line = `data: ${fits}`;
      expect(utf8(line).length).toBe(limit);
      const over = [`${line}x`, `${line}\ndata: b`, `event: ${line}`, `: ${line}`];
      const text = [line, ...over.map((lines) => `${lines}\n: c\ndata: e`), "data: z", ""];
      expect(brief(decode(cut(utf8(text.join("\n\n")), size), limit))).toEqual([
        fits,
        ...over.map(() => "too_large"),
        "z",
      ]);
    },
  );

  it("F5: reports it before its end, with the limit, the size seen and how it begins", () => {
    const json = `{"jsonrpc":"2.0","id":7,"result":{"text":"${"é".repeat(200)}`;
    const decoder = new SseDecoder({ maxEventBytes: 300 });
    expect(decoder.push(utf8('data: {"jsonrpc":"2.0",'))).toEqual([]);
    const rest = utf8(json.slice('{"jsonrpc":"2.0",'.length));
    expect(decoder.push(rest)).toEqual([
      {
        type: "too_large",
        limitBytes: 300,
        sizeBytes: utf8(`data: ${json}`).length,
        text: json.slice(0, 200),
      },
    ]);
    expect(decoder.push(rest)).toEqual([]);
    expect(decoder.push(utf8("\n\ndata: next\n\n"))).toMatchObject([{ data: "next" }]);
  });

  it("F5: shows how the data begins where the line that is too much is not the first", () => {
    const [report] = decode([utf8(`: c\nid: 1\ndata: first\ndata: ${"x".repeat(50)}`)], 40);
    expect(report).toMatchObject({ type: "too_large", text: "first" });
  });

  it("F5: counts the id of an event it dropped, and no name or data of it", () => {
    const decoder = new SseDecoder({ maxEventBytes: 20 });
    decoder.push(utf8(`id: 5\nevent: e\ndata: a\ndata: ${"x".repeat(20)}`));
    expect(decoder.lastEventId).toBeUndefined();
    expect(decoder.push(utf8("\n\ndata: b\n\n"))).toEqual([
      { type: "event", event: "message", data: "b", id: "5" },
    ]);
    expect(decoder.lastEventId).toBe("5");
  });

  it("H6: stops holding a body of 200 MB without an end at the limit, and says so once", () => {
    const decoder = new SseDecoder({ maxEventBytes: MIB });
    const chunk = new Uint8Array(MIB).fill(120);
    const reports: SseIncoming[] = [];
    const before = process.memoryUsage().arrayBuffers;
    for (let mebibytes = 0; mebibytes < 200; mebibytes += 1) reports.push(...decoder.push(chunk));
    expect(reports).toMatchObject([{ type: "too_large", limitBytes: MIB, sizeBytes: 2 * MIB }]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MIB);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses a limit of %d", (limit) => {
    expect(() => new SseDecoder({ maxEventBytes: limit })).toThrow(HttpTransportError);
    expect(() => new SseDecoder({ maxEventBytes: limit })).toThrow(
      expect.objectContaining({ code: "invalid_limit", fault: "local" }),
    );
  });
});
