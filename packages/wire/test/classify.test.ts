import { describe, expect, it } from "vitest";
import { classify, type InvalidCode, type RequestId } from "../src/index.js";

describe("classify accepts", () => {
  const accepted: readonly [string, "request" | "notification" | "response", object][] = [
    ["a request", "request", { jsonrpc: "2.0", id: 1, method: "ping" }],
    ["a request with a string id", "request", { jsonrpc: "2.0", id: "a", method: "ping" }],
    ["the ids 0 and empty string", "request", { jsonrpc: "2.0", id: 0, method: "ping" }],
    ["an empty string id", "response", { jsonrpc: "2.0", id: "", result: {} }],
    ["a negative id", "response", { jsonrpc: "2.0", id: -7, result: {} }],
    ["a request with params", "request", { jsonrpc: "2.0", id: 1, method: "m", params: { a: 1 } }],
    ["a notification", "notification", { jsonrpc: "2.0", method: "notifications/x" }],
    ["a result", "response", { jsonrpc: "2.0", id: 1, result: { any: [1] } }],
    ["an error", "response", { jsonrpc: "2.0", id: 1, error: { code: 0, message: "" } }],
    [
      "an error with data",
      "response",
      { jsonrpc: "2.0", id: 1, error: { code: -32022, message: "m", data: [1] } },
    ],
    ["unknown members", "response", { jsonrpc: "2.0", id: 1, result: {}, extra: true }],
  ];
  it.each(accepted)("%s", (_name, type, value) => {
    expect(classify(value)).toEqual({ type, message: value });
  });

  it("and hands on the value itself, uncopied", () => {
    const value = { jsonrpc: "2.0", id: 1, result: {} };
    const classified = classify(value);
    expect(classified.type === "response" && classified.message).toBe(value);
  });
});

describe("classify refuses", () => {
  const refused: readonly [string, unknown, InvalidCode, RequestId?][] = [
    ["null", null, "not_an_object"],
    ["a number", 1, "not_an_object"],
    ["a batch", [{ jsonrpc: "2.0", id: 1, result: {} }], "not_an_object"],
    ["JSON that is no envelope", { level: "info", id: 1 }, "wrong_jsonrpc"],
    ["a missing jsonrpc", { id: 1, result: {} }, "wrong_jsonrpc", 1],
    ["the number 2.0", { jsonrpc: 2, id: "a", result: {} }, "wrong_jsonrpc", "a"],
    ["JSON-RPC 1.0", { jsonrpc: "1.0", id: 1 }, "wrong_jsonrpc", 1],
    ["a call in another version", { jsonrpc: "1.0", id: 1, method: "m" }, "wrong_jsonrpc"],
    ["another version without an id", { jsonrpc: "1.0", id: null, result: {} }, "wrong_jsonrpc"],
    ["a null id on a request", { jsonrpc: "2.0", id: null, method: "m" }, "invalid_id"],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, result: {} }, "invalid_id"],
    ["an id beyond exact integers", { jsonrpc: "2.0", id: 2 ** 53, result: {} }, "invalid_id"],
    ["an object as id", { jsonrpc: "2.0", id: {}, result: {} }, "invalid_id"],
    ["a boolean id on an error", { jsonrpc: "2.0", id: true, error: {} }, "invalid_id"],
    ["a null id on a result", { jsonrpc: "2.0", id: null, result: {} }, "invalid_id"],
    ["a result without an id", { jsonrpc: "2.0", result: {} }, "invalid_id"],
    [
      "an error without an id",
      { jsonrpc: "2.0", error: { code: -32700, message: "x" } },
      "null_id",
    ],
    ["an empty method", { jsonrpc: "2.0", id: 1, method: "" }, "invalid_method"],
    ["a method that is no string", { jsonrpc: "2.0", method: 1 }, "invalid_method"],
    ["a null method", { jsonrpc: "2.0", id: 1, method: null }, "invalid_method"],
    ["params in an array", { jsonrpc: "2.0", id: 1, method: "m", params: [1] }, "invalid_params"],
    ["null params", { jsonrpc: "2.0", method: "m", params: null }, "invalid_params"],
    ["method and result", { jsonrpc: "2.0", id: 1, method: "m", result: {} }, "result_and_error"],
    ["method and error", { jsonrpc: "2.0", id: 1, method: "m", error: {} }, "result_and_error"],
    [
      "result and error",
      { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "" } },
      "result_and_error",
      1,
    ],
    [
      "a null error beside a result",
      { jsonrpc: "2.0", id: 1, result: {}, error: null },
      "result_and_error",
      1,
    ],
    ["nothing but an id", { jsonrpc: "2.0", id: 1 }, "no_content", 1],
    ["nothing at all", { jsonrpc: "2.0" }, "no_content"],
    ["a null result", { jsonrpc: "2.0", id: 1, result: null }, "invalid_result", 1],
    ["a result in an array", { jsonrpc: "2.0", id: "r", result: [] }, "invalid_result", "r"],
    ["a string as result", { jsonrpc: "2.0", id: 0, result: "ok" }, "invalid_result", 0],
    ["a string as error", { jsonrpc: "2.0", id: 1, error: "bad" }, "invalid_error", 1],
    ["a null error", { jsonrpc: "2.0", id: 1, error: null }, "invalid_error", 1],
    [
      "a fractional error code",
      { jsonrpc: "2.0", id: 1, error: { code: 1.5, message: "" } },
      "invalid_error",
      1,
    ],
    ["an error without message", { jsonrpc: "2.0", id: 1, error: { code: 1 } }, "invalid_error", 1],
  ];
  it.each(refused)("%s", (_name, value, code, id) => {
    const classified = classify(value);
    expect(classified).toMatchObject({ type: "invalid", code });
    expect("id" in classified ? classified.id : undefined).toBe(id);
  });

  it("F7: an error with id null, and names its code and message", () => {
    const classified = classify({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32600, message: "x" },
    });
    expect(classified).toMatchObject({ type: "invalid", code: "null_id" });
    expect(classified).not.toHaveProperty("id");
    expect(classified.type === "invalid" && classified.detail).toMatch(/-32600.*"x"/);
  });

  it("F7: an error with id null that is no error object either", () => {
    for (const error of [null, "boom", {}, { code: "a", message: 1 }]) {
      expect(classify({ jsonrpc: "2.0", id: null, error })).toMatchObject({ code: "null_id" });
    }
  });

  it("F7: a very long message of such an error is not repeated in full", () => {
    const message = "y".repeat(1_000_000);
    const classified = classify({ jsonrpc: "2.0", id: null, error: { code: 1, message } });
    expect(classified.type === "invalid" && classified.detail.length).toBeLessThan(400);
  });
});

describe("F6: classify keeps the type of an id", () => {
  it.each([1, "1", 0, ""])("%j", (id) => {
    const classified = classify({ jsonrpc: "2.0", id, result: {} });
    expect(classified.type === "response" && classified.message.id).toBe(id);
  });
});
