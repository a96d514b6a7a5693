import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactFrame, redactJson } from "../src/index.js";

const SECRET = 'hunter2 "quoted" é😀';
const hide = (text: string): string => text.replaceAll(SECRET, "***");

describe("redactJson", () => {
  it("changes texts, names and numbers, at any place, and nothing that it is given", () => {
    const value = {
      a: SECRET,
      [`key ${SECRET}`]: [SECRET, 1, true, null, { deep: `x${SECRET}y` }],
      n: 4711,
    };
    const before = structuredClone(value);
    const text = (one: string): string => hide(one).replace("4711", "#");
    expect(redactJson(value, { text })).toEqual({
      a: "***",
      "key ***": ["***", 1, true, null, { deep: "x***y" }],
      n: "#",
    });
    expect(value).toEqual(before);
  });

  it("tells under which name a text stands, and treats names and numbers as it is told", () => {
    const seen: string[] = [];
    const text = (one: string, key: string): string => {
      seen.push(`${key}=${one}`);
      return "t";
    };
    const number = (one: number, key: string): unknown => (key === "secret" ? null : one);
    const value = { a: { b: "x" }, list: ["y"], secret: 1, open: 2 };
    expect(redactJson(value, { text, key: (name) => name, number })).toEqual({
      a: { b: "t" },
      list: ["t"],
      secret: null,
      open: 2,
    });
    expect(seen.sort()).toEqual(["0=y", "b=x"]);
  });

  it("loses no member where names become the same", () => {
    const value = JSON.parse('{"s1":1,"s2":2,"__proto__":3,"s3":4}');
    const redacted = redactJson(value, { text: (one) => one.replace(/^s\d/, "s") });
    expect(Object.entries(redacted as object)).toEqual([
      ["s", 1],
      ["s (2)", 2],
      ["__proto__", 3],
      ["s (3)", 4],
    ]);
  });

  it("goes to any depth", () => {
    const deep = JSON.parse(`${"[".repeat(200_000)}"s"${"]".repeat(200_000)}`);
    let inner = redactJson(deep, { text: () => "t" });
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBe("t");
  });

  it("leaves what holds nothing secret as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(redactJson(json, { text: (text) => text })).toEqual(json);
      }),
    );
  });
});

describe("redactFrame", () => {
  it("finds a secret however its characters are escaped, and says how many bytes the frame has", () => {
    const escaped = [...SECRET]
      .map((one) =>
        [...one.split("")]
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
      )
      .join("");
    for (const frame of [JSON.stringify({ a: SECRET }), `{"a":"${escaped}"}`]) {
      expect(redactFrame(frame, { text: hide })).toEqual({
        bytes: Buffer.byteLength(frame),
        message: { a: "***" },
      });
    }
  });

  it("redacts a frame that is no JSON as a text", () => {
    expect(redactFrame(`log: ${SECRET}`, { text: hide })).toEqual({
      bytes: Buffer.byteLength(`log: ${SECRET}`),
      text: "log: ***",
    });
  });

  it("counts the bytes of any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
        (a, b) => {
          for (const frame of [a, b]) {
            expect(redactFrame(frame, { text: hide }).bytes).toBe(Buffer.byteLength(frame));
          }
        },
      ),
    );
  });
});
