import { describe, expect, it } from "vitest";
import { DEFAULT_MAX_FRAME_BYTES, type Incoming, LineDecoder } from "../src/index.js";
import { cut, utf8 } from "./bytes.js";

/** A result whose frame has exactly `size` bytes. */
function resultOf(size: number, id = 1): string {
  const [head, tail] = [`{"jsonrpc":"2.0","id":${id},"result":{"text":"`, '"}}'];
  return `${head}${"x".repeat(size - head.length - tail.length)}${tail}`;
}

/** The same with the id at the end. */
function trailing(size: number, id: string): string {
  const [head, tail] = ['{"jsonrpc":"2.0","result":{"text":"', `"},"id":${id}}`];
  return `${head}${"x".repeat(size - head.length - tail.length)}${tail}`;
}

const NEXT = '{"jsonrpc":"2.0","id":2,"result":{}}';

/** Decodes, and counts the bytes that were turned into text. */
function run(chunks: Iterable<Uint8Array>, maxFrameBytes: number): [Incoming[], number] {
  let decoded = 0;
  const decoder = new LineDecoder({
    maxFrameBytes,
    decodeUtf8: (bytes) => {
      decoded += bytes.length;
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
    },
  });
  const out: Incoming[] = [];
  for (const chunk of chunks) out.push(...decoder.push(chunk));
  return [[...out, ...decoder.end()], decoded];
}

describe("large frames", () => {
  it("F3: every byte of a 32 MiB frame in 4 KiB chunks is searched once and decoded once", () => {
    let searched = 0;
    class CountedChunk extends Uint8Array {
      override lastIndexOf(element: number): number {
        searched += this.length;
        return super.lastIndexOf(element);
      }
      override indexOf(element: number, from?: number): number {
        searched += this.length - (from ?? 0);
        return super.indexOf(element, from);
      }
    }
    const size = 32 * 1024 * 1024;
    const bytes = new CountedChunk(utf8(`${resultOf(size)}\n`));
    const [incoming, decoded] = run(cut(bytes, 4096), DEFAULT_MAX_FRAME_BYTES);
    expect(incoming.map((one) => one.type)).toEqual(["response"]);
    expect(incoming[0]?.text.length).toBe(size);
    expect(decoded).toBe(size);
    expect(searched).toBe(size + 1);
  });

  it("F3: a frame that trickles in by single bytes is decoded once", () => {
    const size = 512 * 1024;
    const [incoming, decoded] = run(cut(utf8(`${resultOf(size)}\n`), 1), 2 * size);
    expect(incoming).toMatchObject([{ type: "response", text: resultOf(size) }]);
    expect(decoded).toBe(size);
  });

  it("F3: small and large chunks of one frame keep their order", () => {
    const text = resultOf(3_000_000).replaceAll("xxxxxxxx", "01234567");
    const sizes = [...Array<number>(300).fill(1), 400_000, ...Array<number>(700).fill(3)];
    expect(run(cut(utf8(`${text}\n`), ...sizes), 4_000_000)[0]).toMatchObject([{ text }]);
  });
});

describe("the limit", () => {
  it("F4: counts one frame, whether the next one shares its chunks or not", () => {
    const large = resultOf(9_900_000);
    const bytes = utf8(`${large}\n${large}\n${NEXT}\n`);
    for (const chunks of [[bytes], cut(bytes, 65_536), cut(bytes, 9_950_000)]) {
      const [incoming] = run(chunks, 10_000_000);
      expect(incoming.map((one) => one.type)).toEqual(["response", "response", "response"]);
    }
  });

  it.each(["\n", "\r\n"])("F4: is the largest size allowed, without the line end %j", (end) => {
    for (const sizes of [[1_000_000], [1], [3, 90]]) {
      const fits = run(cut(utf8(resultOf(100) + end + NEXT + end), ...sizes), 100)[0];
      expect(fits.map((one) => one.type)).toEqual(["response", "response"]);
      const over = run(cut(utf8(resultOf(101) + end + NEXT + end), ...sizes), 100)[0];
      expect(over.map((one) => one.type)).toEqual(["too_large", "response"]);
    }
  });

  it("F5: a frame over it is reported as soon as its id is known, and the next one arrives", () => {
    const decoder = new LineDecoder({ maxFrameBytes: 100_000 });
    const chunks = [...cut(utf8(`${resultOf(300_000)}\n${NEXT}\n`), 50_000)];
    const perChunk = chunks.map((chunk) => decoder.push(chunk));
    expect(perChunk[2]).toMatchObject([
      { type: "too_large", limitBytes: 100_000, sizeBytes: 150_000, id: 1 },
    ]);
    expect(perChunk.flat().map((one) => one.type)).toEqual(["too_large", "response"]);
    expect(perChunk[2]?.[0]?.text).toBe(resultOf(300_000).slice(0, 200));
  });

  it("F5: no more of it than head and tail is turned into text", () => {
    const frame = trailing(3_000_000, '"seven"');
    const [incoming, decoded] = run(cut(utf8(`${frame}\n`), 10_000), 1_000_000);
    expect(incoming).toMatchObject([{ type: "too_large", sizeBytes: 3_000_000, id: "seven" }]);
    expect(decoded).toBeLessThanOrEqual((64 + 4) * 1024);
  });

  it.each([
    ["7", 7],
    ['"a\\"b"', 'a"b'],
    ["-1 ", -1],
  ])("F5: an id at its end is read: %s", (json, id) => {
    for (const end of ["\n", "\r\n"]) {
      for (const sizes of [[100_000], [1], [4096], [5000, 11]]) {
        const chunks = cut(utf8(trailing(9000, json) + end + NEXT), ...sizes);
        expect(run(chunks, 5000)[0]).toMatchObject([
          { type: "too_large", limitBytes: 5000, sizeBytes: 9000, id },
          { type: "response" },
        ]);
      }
    }
  });

  it.each([
    ["a request of the peer", `{"method":"m","params":{"text":"${"x".repeat(9000)}"},"id":7}`],
    ["an id below the top level", `{"a":"${"x".repeat(9000)}","result":{"id":7}}`],
    ["an id inside a string", `{"a":"${"x".repeat(9000)},\\"id\\":7}"}`],
    ["a key that ends like it", `{"a":"${"x".repeat(9000)}","\\"id":7}`],
    ["no id", `{"a":"${"x".repeat(9000)}"}`],
    ["no JSON", "x".repeat(9000)],
  ])("F5: a frame over it names no request where it has %s", (_name, frame) => {
    for (const sizes of [[1_000_000], [1000]]) {
      const [incoming] = run(cut(utf8(`${frame}\n${NEXT}`), ...sizes), 5000);
      expect(incoming.map((one) => one.type)).toEqual(["too_large", "response"]);
      expect(incoming[0]).toMatchObject({ sizeBytes: frame.length });
      expect(incoming[0]).not.toHaveProperty("id");
    }
  });

  it("F5: a frame without end is given up on at four times the limit, once", () => {
    const decoder = new LineDecoder({ maxFrameBytes: 1000 });
    const noise = utf8("x".repeat(500));
    const perChunk = Array.from({ length: 20 }, () => decoder.push(noise));
    expect(perChunk.findIndex((incoming) => incoming.length > 0)).toBe(8);
    expect(perChunk.flat()).toMatchObject([{ type: "too_large", sizeBytes: 4500 }]);
    expect(decoder.push(utf8(`x\n${NEXT}\n`)).map((one) => one.type)).toEqual(["response"]);
  });

  it("F5: a frame over it is reported when the stream ends, without trusting its last brace", () => {
    const decoder = new LineDecoder({ maxFrameBytes: 1000 });
    const inner = `{"result":{"text":"${"x".repeat(2000)}","a":{"b":1,"id":7}`;
    expect(decoder.push(utf8(inner))).toEqual([]);
    const [only, ...more] = decoder.end();
    expect(only).toMatchObject({ type: "too_large", sizeBytes: inner.length });
    expect(only).not.toHaveProperty("id");
    expect(more).toEqual([]);
    expect(decoder.push(utf8(`${NEXT}\n`)).map((one) => one.type)).toEqual(["response"]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("cannot be %d", (maxFrameBytes) => {
    expect(() => new LineDecoder({ maxFrameBytes })).toThrow(
      expect.objectContaining({ name: "WireError", code: "invalid_limit" }),
    );
  });

  it("is 64 MiB unless told otherwise", () => {
    expect(DEFAULT_MAX_FRAME_BYTES).toBe(67_108_864);
  });
});
