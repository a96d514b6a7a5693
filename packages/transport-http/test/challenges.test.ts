import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChallenges } from "../src/challenges.js";

const METADATA = "https://example.com/.well-known/oauth-protected-resource/mcp";

describe("parseChallenges", () => {
  it.each<[string, readonly unknown[]]>([
    ["Bearer", [{ scheme: "bearer", params: {} }]],
    [
      `Bearer resource_metadata="${METADATA}"`,
      [{ scheme: "bearer", params: { resource_metadata: METADATA } }],
    ],
    [
      'Bearer realm="a, b", resource_metadata="https://example.com/m", Basic realm="x"',
      [
        { scheme: "bearer", params: { realm: "a, b", resource_metadata: "https://example.com/m" } },
        { scheme: "basic", params: { realm: "x" } },
      ],
    ],
    // RFC 9110, 11.6.1
    [
      'Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""',
      [
        { scheme: "basic", params: { realm: "simple" } },
        { scheme: "newauth", params: { realm: "apps", type: "1", title: 'Login to "apps"' } },
      ],
    ],
    // RFC 6750, 3
    [
      'Bearer realm="example", error="invalid_token", error_description="The access token expired"',
      [
        {
          scheme: "bearer",
          params: {
            realm: "example",
            error: "invalid_token",
            error_description: "The access token expired",
          },
        },
      ],
    ],
    ["Negotiate YII0+/-._~=", [{ scheme: "negotiate", params: {}, token68: "YII0+/-._~=" }]],
    [
      "Negotiate, NTLM abc==, Basic realm=x",
      [
        { scheme: "negotiate", params: {} },
        { scheme: "ntlm", params: {}, token68: "abc==" },
        { scheme: "basic", params: { realm: "x" } },
      ],
    ],
    [
      'BEARER Realm = "x" ,\tSCOPE="a b"',
      [{ scheme: "bearer", params: { realm: "x", scope: "a b" } }],
    ],
    ['Bearer realm="\\\\ \\"é"', [{ scheme: "bearer", params: { realm: '\\ "é' } }]],
    ['Bearer a="", b="="', [{ scheme: "bearer", params: { a: "", b: "=" } }]],
    [", ,Bearer a=1,, ,b=2 ,", [{ scheme: "bearer", params: { a: "1", b: "2" } }]],
    ['Bearer a="1", A="2", a=3', [{ scheme: "bearer", params: { a: "1" } }]],
    [
      "Bearer a=1, Bearer a=2",
      [
        { scheme: "bearer", params: { a: "1" } },
        { scheme: "bearer", params: { a: "2" } },
      ],
    ],
  ])("reads %s", (header, challenges) => {
    expect(parseChallenges(header)).toEqual(challenges);
  });

  it.each<[string, readonly unknown[]]>([
    [
      "Bearer resource_metadata=https://example.com/m?x=1, scope=a:b",
      [
        {
          scheme: "bearer",
          params: { resource_metadata: "https://example.com/m?x=1", scope: "a:b" },
        },
      ],
    ],
    [
      'Bearer realm="x" error="y" Basic realm="z"',
      [
        { scheme: "bearer", params: { realm: "x", error: "y" } },
        { scheme: "basic", params: { realm: "z" } },
      ],
    ],
  ])("takes what servers mean: %s", (header, challenges) => {
    expect(parseChallenges(header)).toEqual(challenges);
  });

  it.each<[string, readonly unknown[]]>([
    ["", []],
    [" , ,\t", []],
    ['"', []],
    ["=", []],
    ['realm="x"', []],
    ['realm="x", Bearer a=1', [{ scheme: "bearer", params: { a: "1" } }]],
    ['"Bearer realm=x", Bearer a=1', [{ scheme: "bearer", params: { a: "1" } }]],
    ['Bearer a=1, b="never closed, Basic c=2', [{ scheme: "bearer", params: { a: "1" } }]],
    ['Bearer a=1, b="x"y, c=3', [{ scheme: "bearer", params: { a: "1", c: "3" } }]],
    ['Bearer a=1, b=x"y, z", c=3', [{ scheme: "bearer", params: { a: "1", c: "3" } }]],
    ["Bearer a=1, b=, c=3", [{ scheme: "bearer", params: { a: "1", c: "3" } }]],
    ["Bearer a=1, (b)=2, c=3", [{ scheme: "bearer", params: { a: "1", c: "3" } }]],
    ["Be@rer x, Basic a=1", [{ scheme: "basic", params: { a: "1" } }]],
  ])("passes over what it cannot read and keeps the rest: %s", (header, challenges) => {
    expect(parseChallenges(header)).toEqual(challenges);
  });

  it("has none where there is no header", () => {
    expect(parseChallenges(undefined)).toEqual([]);
  });

  it("keeps a parameter named __proto__ a parameter", () => {
    const [only] = parseChallenges("Bearer __proto__=x");
    expect(Object.entries(only?.params ?? {})).toEqual([["__proto__", "x"]]);
    expect(Object.getPrototypeOf(only?.params)).toBe(Object.prototype);
  });

  it("reads at most 64 challenges, and 64 parameters of each", () => {
    const header = Array.from({ length: 100 }, (_, index) => `s${index}`).join(", ");
    expect(parseChallenges(header)).toHaveLength(64);
    const params = Array.from({ length: 100 }, (_, index) => `p${index}=1`).join(", ");
    const [one, two] = parseChallenges(`Bearer ${params}, Basic a=1`);
    expect(Object.keys(one?.params ?? {})).toHaveLength(64);
    expect(two).toEqual({ scheme: "basic", params: { a: "1" } });
  });

  it("reads at most 8,192 characters, and of those only elements that are whole", () => {
    const long = `Bearer a="${"x".repeat(8000)}", b=${"y".repeat(1000)}, c=3`;
    expect(parseChallenges(long)).toEqual([{ scheme: "bearer", params: { a: "x".repeat(8000) } }]);
    expect(parseChallenges(`Bearer a="${"x, ".repeat(10_000)}"`)).toEqual([
      { scheme: "bearer", params: {} },
    ]);
    expect(parseChallenges("x".repeat(100_000))).toEqual([]);
  });

  it("reads back what is written as the RFC has it", () => {
    const token = fc
      .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/)
      .map((name) => name.toLowerCase());
    const quoted = fc.stringMatching(/^[\t -~]{0,8}$/);
    const params = fc.uniqueArray(fc.tuple(token, quoted), {
      selector: ([name]) => name,
      minLength: 1,
      maxLength: 3,
    });
    const challenges = fc.array(fc.tuple(token, params), { maxLength: 4 });
    fc.assert(
      fc.property(challenges, (written) => {
        const header = written.map(([scheme, entries]) => {
          const list = entries.map(
            ([name, text]) => `${name}="${text.replaceAll(/["\\]/g, "\\$&")}"`,
          );
          return `${scheme} ${list.join(", ")}`;
        });
        const expected = written.map(([scheme, entries]) => ({
          scheme,
          params: Object.fromEntries(entries),
        }));
        expect(parseChallenges(header.join(", "))).toEqual(expected);
      }),
    );
  });

  it("survives any text", () => {
    const soup = fc.array(fc.constantFrom("a", "=", '"', "\\", ",", " ", "Bearer ", 'b="c"'));
    fc.assert(
      fc.property(soup, (parts) => {
        for (const { scheme } of parseChallenges(parts.join(""))) {
          expect(scheme).toMatch(/^[a-z]+$/);
        }
      }),
    );
  });
});
