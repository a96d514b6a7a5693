import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "../src/index.js";

const SECRET = "sk-live-ABCDEFGHIJKLMNOPQRSTUVWXYZ";

test.each([
  ['error "no key sk-live-ABCD…"', 'error "no key [redacted]…"'],
  ["no key sk-live-ABCD...", "no key [redacted]..."],
  ['"no key sk-live-ABCD" was sent', '"no key [redacted]" was sent'],
  ["'no key sk-live-ABCD' was sent", "'no key [redacted]' was sent"],
  ["a request (sk-live-ABCD), which", "a request ([redacted]), which"],
  [String.raw`"\"no key sk-live-ABCD\""`, String.raw`"\"no key [redacted]\""`],
  ["no key sk-live-ABCD", "no key [redacted]"],
  ["no key sk-liv", "no key [redacted]"],
])("K5: of a text that was cut, %s, the beginning of a secret is replaced", (text, redacted) => {
  expect(redact(text, [SECRET])).toBe(redacted);
});

test("K5: what a JSON parser quotes around a fault is replaced, also where the secret is cut at both ends", () => {
  const list = "1234,5678,90123,456,789,abcdefghijklmnopqrstuvwxyz";
  for (const [text, whole] of [
    [`{"token": ${SECRET}}`, SECRET],
    [`{"tokens": [0, ${list}]}`, list],
  ] as const) {
    const said = parseFault(text);
    expect(piecesIn(said, whole, 6)).not.toEqual([]);
    expect(piecesIn(redact(said, [whole]), whole, 6)).toEqual([]);
  }
});

test("K5: what was not cut, or is a shorter piece, stays", () => {
  for (const text of ["sk-live and sk-live-ABCD too", "use sk-li…", "CDEFGH…", "sk-live-ABCD, x"]) {
    expect(redact(text, [SECRET])).toBe(text);
  }
});

test("K5: of what is whole no piece is replaced: a name is not what a secret begins with", () => {
  expect(redact("search", ["search-key-1"], { pieces: "keep" })).toBe("search");
  expect(redact("search-key-1", ["search-key-1"], { pieces: "keep" })).toBe("[redacted]");
});

/** What layers make of a text before it gets here: JSON of it, or JSON of JSON. */
const WRITTEN: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => JSON.stringify({ error: JSON.stringify({ text }) }),
];
const secret = fc.oneof(
  fc.string({ minLength: 8, maxLength: 40 }),
  fc.string({ minLength: 8, maxLength: 40, unit: "binary" }),
  fc.string({
    minLength: 8,
    maxLength: 12,
    unit: fc.constantFrom("a", "b", '"', "\\", "\n", "😀"),
  }),
);
/** Where at least six characters are left of it, and no half of one. */
const cutAt = fc.integer({ min: 7, max: 40 });
const around = fc.constantFrom("", "no key ", 'bad "', "…", "line\n", "\\", "(", ". Look at it.");

test("K5: no beginning of a secret outlives redaction, wherever a text was cut, however it is written", () => {
  fc.assert(
    fc.property(secret, cutAt, around, around, fc.constantFrom("…", "..."), (...all) => {
      const [value, length, before, after, mark] = all;
      const head = value.slice(0, isHighSurrogate(value, 5) ? 7 : 6);
      const said = `${before}${value.slice(0, length)}${mark}${after}`;
      for (const write of WRITTEN) {
        const rest = redact(write(said), [value]).split("[redacted]");
        const plain = [before, after, mark, `${mark}${after}`].map(write).join(" ");
        for (const form of [head, inJson(head), inJson(inJson(head))]) {
          fc.pre(!plain.includes(form));
          expect(rest.filter((part) => part.includes(form))).toEqual([]);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test("K5: the same without a mark, where a quotation mark or the end follows", () => {
  fc.assert(
    fc.property(secret, cutAt, around, (value, length, before) => {
      const head = value.slice(0, isHighSurrogate(value, 5) ? 7 : 6);
      for (const write of WRITTEN) {
        const rest = redact(write(before + value.slice(0, length)), [value]).split("[redacted]");
        for (const form of [head, inJson(head), inJson(inJson(head))]) {
          fc.pre(!write(before).includes(form));
          expect(rest.filter((part) => part.includes(form))).toEqual([]);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

function isHighSurrogate(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at] ?? "");
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What the platform says of a text that is not JSON. */
function parseFault(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return String(error);
  }
  throw new Error("expected a text that is not JSON");
}

/** The pieces of `length` characters of a secret that a text has. */
function piecesIn(text: string, whole: string, length: number): readonly string[] {
  return Array.from(whole, (_, at) => whole.slice(at, at + length)).filter(
    (piece) => piece.length === length && text.includes(piece),
  );
}
