import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeHeaderValue } from "../src/index.js";

/** A server's side of it, as the specification has it. */
function decode(header: string): string {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  return base64 === undefined ? header : Buffer.from(base64, "base64").toString("utf8");
}

describe("encodeHeaderValue", () => {
  it.each([
    ["ünïcode", "=?base64?w7xuw69jb2Rl?="],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="],
  ])("H8: carries %j in the Base64 form, byte for byte", (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decode(header)).toBe(value);
  });

  it.each([
    ["us-west1", "us-west1"],
    ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
    ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
  ])("encodes %j as the specification's example has it", (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decode(header)).toBe(value);
  });

  it.each([
    "",
    "get_weather",
    "file:///projects/myapp/config.json",
    "https://example.com/resource?id=123",
    "SELECT * FROM users",
    "two  spaces inside",
    "!~",
    "-7",
    "=?base64?not closed",
    "not opened?=",
    "=?BASE64?eA==?=",
    "x=?base64?eA==?=",
  ])("leaves %j as it is", (value) => {
    expect(encodeHeaderValue(value)).toBe(value);
  });

  it.each([
    [" ", "a space alone"],
    [" x", "a leading space"],
    ["x ", "a trailing space"],
    ["a\tb", "a tab"],
    ["a\r\nMcp-Name: b", "a line end"],
    ["a\n", "a line end behind it"],
    ["\0", "NUL"],
    ["\x1b[0m", "an escape"],
    ["\x7f", "DEL"],
    ["\x80", "what no more is ASCII"],
    ["ÿ", "Latin-1"],
    ["\u2028", "a line separator"],
    ["\uFEFFx", "a byte order mark"],
    ["😀", "beyond the basic plane"],
    ["\u{10FFFF}", "the last character"],
    ["=?base64?=", "the marks, overlapping"],
    ["=?base64??=", "the marks around nothing"],
  ])("encodes %j: %s", (value) => {
    const header = encodeHeaderValue(value);
    expect(header).toBe(`=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`);
    expect(decode(header)).toBe(value);
  });

  it("encodes half a surrogate pair as U+FFFD, like every encoder of UTF-8", () => {
    expect(decode(encodeHeaderValue("a\ud83db"))).toBe("a\uFFFDb");
    expect(decode(encodeHeaderValue("\ude00\ud83d"))).toBe("\uFFFD\uFFFD");
  });

  it("gives for any text a value that every header can carry, and that is the text again", () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }));
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      units.map((codes) => String.fromCharCode(...codes)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const header = encodeHeaderValue(text);
        expect(header).toMatch(/^(?:[!-~](?:[ -~]*[!-~])?)?$/);
        expect(decode(header)).toBe(Buffer.from(text, "utf8").toString("utf8"));
      }),
    );
  });
});
