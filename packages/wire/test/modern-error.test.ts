import { describe, expect, it } from "vitest";
import { isJsonObject, isResultResponse, modernError, resultTypeOf } from "../src/index.js";

describe("modernError", () => {
  it("recognises a header mismatch", () => {
    expect(modernError({ code: -32020, message: "m", data: { x: 1 } })).toEqual({
      type: "header_mismatch",
      code: -32020,
      message: "m",
    });
  });

  it("recognises a missing capability and reads which", () => {
    const data = { requiredCapabilities: { elicitation: {}, sampling: { tools: {} } } };
    expect(modernError({ code: -32021, message: "m", data })).toEqual({
      type: "missing_capability",
      code: -32021,
      message: "m",
      ...data,
    });
  });

  it("recognises an unsupported version and reads the list", () => {
    const data = { supported: ["2026-07-28", "2025-11-25"], requested: "1900-01-01" };
    expect(modernError({ code: -32022, message: "m", data })).toEqual({
      type: "unsupported_version",
      code: -32022,
      message: "m",
      ...data,
    });
  });

  it.each([undefined, null, "x", [], {}, { supported: "2026-07-28", requested: 1 }])(
    "recognises an unsupported version by its code alone with data %j",
    (data) => {
      expect(modernError({ code: -32022, message: "m", data })).toEqual({
        type: "unsupported_version",
        code: -32022,
        message: "m",
        supported: undefined,
        requested: undefined,
      });
    },
  );

  it("does not read a list with something else than strings in it", () => {
    const data = { supported: ["2026-07-28", 1], requested: "a" };
    const error = modernError({ code: -32022, message: "m", data });
    expect(error).toMatchObject({ supported: undefined, requested: "a" });
  });

  it.each([
    undefined,
    { requiredCapabilities: ["elicitation"] },
    { requiredCapabilities: { a: 1 } },
  ])("recognises a missing capability by its code alone with data %j", (data) => {
    const error = modernError({ code: -32021, message: "m", data });
    expect(error).toMatchObject({ type: "missing_capability", requiredCapabilities: undefined });
  });

  it.each([-32601, -32602, -32603, -32000, -32019, -32023, -32002, 0, 32020])(
    "does not recognise %d",
    (code) => {
      const data = { supported: ["2026-07-28"] };
      expect(modernError({ code, message: "Unsupported protocol version", data })).toBeUndefined();
    },
  );
});

describe("resultTypeOf", () => {
  it.each([
    [{ resultType: "complete" }, "complete"],
    [{ resultType: "input_required" }, "input_required"],
    [{}, "absent"],
    [{ resultType: "task" }, "unrecognised"],
    [{ resultType: "" }, "unrecognised"],
    [{ resultType: null }, "unrecognised"],
    [{ resultType: 1 }, "unrecognised"],
  ])("of %j is %s", (result, expected) => {
    expect(resultTypeOf(result)).toBe(expected);
  });
});

it("isResultResponse tells a result from an error", () => {
  expect(isResultResponse({ jsonrpc: "2.0", id: 1, result: {} })).toBe(true);
  const error = { code: 1, message: "" };
  expect(isResultResponse({ jsonrpc: "2.0", id: 1, error })).toBe(false);
});

it("isJsonObject is true for objects only", () => {
  expect([{}, { a: 1 }].every(isJsonObject)).toBe(true);
  expect([null, undefined, [], "", 1, true].some(isJsonObject)).toBe(false);
});
