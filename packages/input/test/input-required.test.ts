import { expect, test } from "vitest";
import { ASKING_METHODS, INPUT_LIMITS, INPUT_METHODS, readInputRequired } from "../src/index.js";
import { formRequest } from "./fixtures.js";

function read(result: object) {
  return readInputRequired({ resultType: "input_required", ...result }, "files");
}

function problem(result: object) {
  const reading = read(result);
  return reading.type === "invalid" ? reading.problem : undefined;
}

test("R08: the requests that may be answered by input_required are these three", () => {
  expect(ASKING_METHODS).toEqual(["tools/call", "prompts/get", "resources/read"]);
});

test("R11: a server can ask for these three things", () => {
  expect(INPUT_METHODS).toEqual(["elicitation/create", "sampling/createMessage", "roots/list"]);
});

test("requests are read by the server's names, in its order, whatever the names are", () => {
  const text =
    '{"z":{"method":"roots/list"},"__proto__":{"method":"roots/list","params":{}},"":{"method":"roots/list"}}';
  const reading = read({ inputRequests: JSON.parse(text) });
  expect(reading).toEqual({
    type: "input_required",
    requests: new Map([
      ["z", { method: "roots/list" }],
      ["__proto__", { method: "roots/list", params: {} }],
      ["", { method: "roots/list" }],
    ]),
  });
});

test("I1 R02: a result without inputRequests has nothing to answer", () => {
  expect(read({ requestState: "s" })).toEqual({ type: "input_required", requestState: "s" });
});

test("I1 R09: a result without both is invalid", () => {
  expect(problem({})).toMatchObject({ code: "invalid_result", fault: "remote" });
});

test("no requests in inputRequests are not the same as no inputRequests", () => {
  expect(read({ inputRequests: {} })).toEqual({ type: "input_required", requests: new Map() });
});

test.each(["", "\u0000\u0001\ufffd\ud800 \u{1f600}\r\n", "eyJhIjoxfQ==", '{"a":1}'])(
  "I1 R04: the requestState %j is taken as it is",
  (requestState) => {
    expect(read({ requestState })).toEqual({ type: "input_required", requestState });
  },
);

test.each<[string, object]>([
  ["requestState is null", { requestState: null }],
  ["requestState is an object", { requestState: {} }],
  ["inputRequests are null", { inputRequests: null }],
  ["inputRequests are an array", { inputRequests: [] }],
  ["a request is no object", { inputRequests: { a: "roots/list" } }],
  ["a request has no method", { inputRequests: { a: {} } }],
  ["params are no object", { inputRequests: { a: { method: "roots/list", params: [] } } }],
  ["the resultType is another", { resultType: "complete", requestState: "s" }],
])("a result whose %s is invalid", (_, result) => {
  expect(problem(result)).toMatchObject({ code: "invalid_result", fault: "remote" });
});

test.each(["tools/call", "ping", "elicitation/complete", "constructor", ""])(
  "I1 R11: a request of the method %j is refused by name",
  (method) => {
    const found = problem({ inputRequests: { fine: formRequest({}), odd: { method } } });
    expect(found).toMatchObject({ code: "unknown_method", method, key: "odd", fault: "remote" });
    expect(found?.message).toContain(method);
  },
);

test("there is a bound on requests, on their names and on the state", () => {
  const { requests, key, requestState } = INPUT_LIMITS;
  const asks = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { method: "roots/list" }]));
  expect(problem({ inputRequests: asks(requests) })).toBeUndefined();
  expect(problem({ inputRequests: asks(requests + 1) })?.code).toBe("limit_exceeded");
  const named = (length: number) => ({ ["k".repeat(length)]: { method: "roots/list" } });
  expect(problem({ inputRequests: named(key) })).toBeUndefined();
  expect(problem({ inputRequests: named(key + 1) })?.code).toBe("limit_exceeded");
  expect(problem({ requestState: "s".repeat(requestState) })).toBeUndefined();
  expect(problem({ requestState: "s".repeat(requestState + 1) })?.code).toBe("limit_exceeded");
});
