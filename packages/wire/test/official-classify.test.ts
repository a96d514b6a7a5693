import { JSONRPCMessageSchema as modern } from "@modelcontextprotocol/core";
import { JSONRPCMessageSchema as legacy } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify, type JsonObject } from "../src/index.js";

const VALID: readonly object[] = [
  { jsonrpc: "2.0", id: "discover-1", method: "server/discover", params: { _meta: {} } },
  { jsonrpc: "2.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "123" } },
  { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
  {
    jsonrpc: "2.0",
    id: "call-tool-example",
    result: { resultType: "complete", content: [{ type: "text", text: "72°F" }], isError: false },
  },
  { jsonrpc: "2.0", id: 0, result: {} },
  { jsonrpc: "2.0", id: 1, error: { code: -32020, message: "Header mismatch" } },
  {
    jsonrpc: "2.0",
    id: "",
    error: {
      code: -32022,
      message: "Unsupported protocol version",
      data: { supported: ["2026-07-28", "2025-11-25"], requested: "1900-01-01" },
    },
  },
];

function ours(value: unknown): boolean {
  return classify(value).type !== "invalid";
}

function theirs(value: unknown): readonly boolean[] {
  return [modern.safeParse(value).success, legacy.safeParse(value).success];
}

describe("classify and the official schemas", () => {
  it.each(VALID)("accept %j", (value) => {
    expect([ours(value), ...theirs(value)]).toEqual([true, true, true]);
  });

  const intended: readonly [string, unknown, boolean][] = [
    ["we keep unknown members", { jsonrpc: "2.0", id: 1, result: {}, extra: 1 }, true],
    ["params are one in a response", { jsonrpc: "2.0", id: 1, result: {}, params: {} }, true],
    ["we keep them beside calls too", { jsonrpc: "2.0", method: "m", extra: 1 }, true],
    [
      "we look at no member of params or result",
      { jsonrpc: "2.0", id: 1, method: "m", params: { _meta: { progressToken: {} } } },
      true,
    ],
    [
      "we cannot correlate an error without an id",
      { jsonrpc: "2.0", error: { code: 1, message: "" } },
      false,
    ],
    ["we want a name for a method", { jsonrpc: "2.0", id: 1, method: "" }, false],
  ];
  it.each(intended)("differ by intention: %s", (_why, value, accepted) => {
    expect(ours(value)).toBe(accepted);
    expect(theirs(value)).toEqual([!accepted, !accepted]);
  });

  it("agree on everything else that comes of changing one member of a valid message", () => {
    const members = fc.constantFrom("jsonrpc", "id", "method", "params", "result", "error");
    const values = fc.constantFrom<unknown>(
      ...[undefined, null, true, 0, 1, -3, 1.5, 2 ** 53, "2.0", "x", [], [1], {}, { a: 1 }],
      ...[{ code: 1, message: "m" }, { code: 1.5, message: "m" }, { code: 1 }, { message: "m" }],
      ...[
        { code: "1", message: "m" },
        { code: 1, message: 2 },
        { code: 1, message: "", data: 0 },
      ],
    );
    fc.assert(
      fc.property(fc.constantFrom(...VALID), members, values, (valid, member, value) => {
        const text = JSON.stringify({ ...valid, [member]: value });
        const mutated: JsonObject = JSON.parse(text);
        const isErrorWithoutId = !("id" in mutated) && "error" in mutated;
        const hasUnknownMember = "params" in mutated && !("method" in mutated);
        fc.pre(!isErrorWithoutId && !hasUnknownMember);
        expect([ours(mutated), ...theirs(mutated)], text).toEqual(Array(3).fill(ours(mutated)));
      }),
      { numRuns: 2000 },
    );
  });

  it("agree that values that are no objects are no messages", () => {
    for (const value of [null, 1, "x", true, [], [VALID[0]]]) {
      expect([ours(value), ...theirs(value)]).toEqual([false, false, false]);
    }
  });
});
