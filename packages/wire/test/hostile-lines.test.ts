import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeFrame, excerpt, type Incoming, LineDecoder } from "../src/index.js";
import { utf8 } from "./bytes.js";

afterEach(() => vi.restoreAllMocks());

/** What a stream decodes to, and how often the platform threw on the way. */
function decode(bytes: Uint8Array): { readonly incoming: Incoming[]; readonly thrown: number } {
  const spies = [vi.spyOn(JSON, "parse"), vi.spyOn(TextDecoder.prototype, "decode")];
  const incoming = new LineDecoder().push(bytes);
  const results = spies.flatMap(({ mock }) => mock.results);
  return { incoming, thrown: results.filter(({ type }) => type === "throw").length };
}

/** Whether every one of these lines is reported with this code. */
function areAll(incoming: readonly Incoming[], count: number, code: string): boolean {
  return (
    incoming.length === count &&
    incoming.every((one) => one.type === "invalid" && one.code === code)
  );
}

describe("a flood of lines that are no messages", () => {
  it.each([
    "e",
    "Starting server on stdio...",
    "2026-07-28 10:00:00.123 ready",
    "10:00:00",
    "[info] ready",
    "true story",
    "nul",
    "-",
    "01",
    "1.",
    "0x1F",
    '"',
    '"ready" he said',
    "{",
    "} catch (error) {",
    '{"jsonrpc":"2.0","id":1,"result":{"a":"x',
    "  \t e  ",
    "\u00A0",
  ])("F1: costs no exception where the lines are %j", (line) => {
    const { incoming, thrown } = decode(utf8(`${line}\n`.repeat(1000)));
    expect(areAll(incoming, 1000, "not_json")).toBe(true);
    expect(thrown).toBe(0);
  });

  it("costs no exception where the lines are not UTF-8", () => {
    const bytes = new Uint8Array(2000).map((_, at) => (at % 2 === 0 ? 0xff : 10));
    const { incoming, thrown } = decode(bytes);
    expect(areAll(incoming, 1000, "not_utf8")).toBe(true);
    expect(thrown).toBe(0);
  });

  it.each(["[]", "[1]", " null ", "true", "false", "-0.5e+7", "12", '"e"', '[{"jsonrpc":"2.0"}]'])(
    "F1: is still told what it is where the lines are %j",
    (line) => {
      const { incoming, thrown } = decode(utf8(`${line}\n`.repeat(1000)));
      expect(areAll(incoming, 1000, "not_an_object")).toBe(true);
      expect(thrown).toBe(0);
    },
  );

  it("F1: a frame is not JSON exactly where the platform's parser refuses it", () => {
    const space = fc.string({
      unit: fc.constantFrom(" ", "\t", "\r", "\u00A0", "x"),
      maxLength: 2,
    });
    const pieces = fc.array(
      fc.constantFrom(...'{}[]",:\\ -+.eE019tfn', "true", "false", "null", '"a"', "\uFEFF"),
      { maxLength: 8 },
    );
    const bodies = fc.oneof(
      fc.json(),
      fc.double().map(String),
      pieces.map((all) => all.join("")),
    );
    fc.assert(
      fc.property(space, bodies, space, (before, body, after) => {
        const text = before + body + after;
        const decoded = decodeFrame(text);
        // One byte order mark is passed over; a blank line is nothing.
        const frame = /^\uFEFF(?!\uFEFF)/.test(text) ? text.slice(1) : text;
        if (decoded === undefined) expect(frame).toMatch(/^[ \t\r\n]*$/);
        else if (decoded.type === "invalid" && decoded.code === "not_json") {
          expect(() => JSON.parse(frame)).toThrow(SyntaxError);
        } else expect(() => JSON.parse(frame)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  it("a line is not UTF-8 exactly where a strict decoder refuses it", () => {
    const byte = fc.constantFrom(0x20, 0x80, 0xbf, 0xbd, 0xc3, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xff);
    const replacement = fc.constant([0xef, 0xbf, 0xbd]);
    const lines = fc.array(fc.oneof(fc.tuple(byte), replacement), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, (parts) => {
        const line = Uint8Array.from([0x78, ...parts.flat()]);
        const [one] = new LineDecoder().push(Uint8Array.from([...line, 10]));
        const isRefused = one?.type === "invalid" && one.code === "not_utf8";
        const strict = new TextDecoder("utf-8", { fatal: true });
        if (isRefused) expect(() => strict.decode(line)).toThrow(TypeError);
        else expect(() => strict.decode(line)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});

describe("excerpt", () => {
  it.each([20, 199, 100_000])(
    "keeps nothing alive of a large text of which %d characters are remembered",
    (length) => {
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc") as () => void;
      const kept: string[] = [];
      collect();
      const before = process.memoryUsage().heapUsed;
      for (let at = 0; at < 32; at += 1) {
        const large = Buffer.alloc(2 ** 19, `frame ${at} `).toString("latin1");
        kept.push(excerpt(large.slice(3, 3 + length)));
      }
      collect();
      expect(kept.at(-1)).toHaveLength(Math.min(length, 200));
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 2 ** 20);
    },
  );

  it("is the text itself up to 200 characters, and never ends in half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const cut = excerpt(text);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, 199));
        expect(cut.length).toBeLessThanOrEqual(200);
        if (text.length > 200) expect(cut).not.toMatch(/[\uD800-\uDBFF]$/);
      }),
    );
  });
});
