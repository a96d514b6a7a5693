import * as modern from "@modelcontextprotocol/core";
import * as legacy from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDiscoverResult, isInitializeResult } from "../src/index.js";
import { DISCOVER_RESULT, INITIALIZE_RESULT } from "./behaviours.js";

const values = fc.constantFrom<unknown>(
  ...[undefined, null, true, 0, "", "x", "2025-11-25", "complete", [], ["2026-07-28"], [1]],
  ...[{}, { tools: {} }, { name: "s" }, { name: "s", version: "1" }, { name: 1, version: "1" }],
);

function mutated(valid: object, member: string, value: unknown): object {
  return JSON.parse(JSON.stringify({ ...valid, [member]: value }));
}

describe("isDiscoverResult", () => {
  it("agrees with the official schema on every change of a member that decides", () => {
    const members = fc.constantFrom("supportedVersions", "capabilities", "ttlMs", "more");
    fc.assert(
      fc.property(members, values, (member, value) => {
        const result = mutated(DISCOVER_RESULT, member, value);
        const theirs = modern.DiscoverResultSchema.safeParse(result).success;
        expect(isDiscoverResult(result), JSON.stringify(result)).toBe(theirs);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, object, boolean]>([
    ["what needs more input is no answer", { resultType: "input_required" }, false],
    ["an unknown kind of result is no answer", { resultType: "partial" }, false],
    ["instructions are a claim", { instructions: 7 }, true],
    ["what a capability says is not looked at", { capabilities: { tools: true } }, true],
    ["_meta is a claim", { _meta: "x" }, true],
  ])("differs from it by intention: %s", (_why, more, accepted) => {
    const result = { ...DISCOVER_RESULT, ...more };
    expect(isDiscoverResult(result)).toBe(accepted);
    expect(modern.DiscoverResultSchema.safeParse(result).success).toBe(!accepted);
  });

  it("takes an absent resultType as complete", () => {
    expect(isDiscoverResult(mutated(DISCOVER_RESULT, "resultType", undefined))).toBe(true);
  });

  it("refuses what is no object", () => {
    for (const value of [undefined, null, "x", 1, [], [DISCOVER_RESULT]]) {
      expect(isDiscoverResult(value)).toBe(false);
    }
  });
});

describe("isInitializeResult", () => {
  it("agrees with the official schema on every change of a member that decides", () => {
    const members = fc.constantFrom("protocolVersion", "capabilities", "serverInfo", "more");
    fc.assert(
      fc.property(members, values, (member, value) => {
        const result = mutated(INITIALIZE_RESULT, member, value);
        const theirs = legacy.InitializeResultSchema.safeParse(result).success;
        expect(isInitializeResult(result), JSON.stringify(result)).toBe(theirs);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, object, boolean]>([
    ["a server has a name", { serverInfo: { name: "", version: "1" } }, false],
    ["a server has a version", { serverInfo: { name: "s", version: "" } }, false],
    ["instructions are a claim", { instructions: 7 }, true],
    ["what a capability says is not looked at", { capabilities: { tools: true } }, true],
  ])("differs from it by intention: %s", (_why, more, accepted) => {
    const result = { ...INITIALIZE_RESULT, ...more };
    expect(isInitializeResult(result)).toBe(accepted);
    expect(legacy.InitializeResultSchema.safeParse(result).success).toBe(!accepted);
  });
});
