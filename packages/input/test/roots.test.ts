import type { JsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { answerInput, type Root } from "../src/index.js";
import { codeOf, context } from "./fixtures.js";

function ask(roots: unknown, params?: object) {
  const request = params === undefined ? {} : { params: params as JsonObject };
  const handlers = { roots: async () => roots as readonly Root[] };
  return answerInput({ method: "roots/list", ...request }, handlers, context());
}

test("O03: roots with file:// URIs are sent, with the members that roots have", async () => {
  const roots = [
    { uri: "file:///home/user/my%20project", name: "Mine", _meta: { "example.com/a": 1 } },
    { uri: "file://host/share/..a/b..", secret: "x" },
    { uri: "file:///" },
  ];
  expect(await ask(roots, { _meta: {} })).toEqual({
    type: "answered",
    response: { roots: [roots[0], { uri: "file://host/share/..a/b.." }, { uri: "file:///" }] },
  });
  expect(await ask([])).toMatchObject({ response: { roots: [] } });
});

test.each([
  "https://example.com/",
  "file:/home",
  "/home",
  "File:///home",
  "",
  "file:///home/my project",
  "file:///home/ü",
  "file:///home/\n",
])("O03: a root at %j is not sent", async (uri) => {
  expect(await ask([{ uri: "file:///ok" }, { uri }])).toMatchObject({
    type: "refused",
    problem: { code: "invalid_answer", fault: "local" },
  });
});

test.each([
  "file:///home/../etc",
  "file:///home/..",
  "file:///home/%2e%2E/etc",
  "file:///home/.%2e/etc",
  "file:///home%2f..%2Fetc",
  "file:///home/a%5c..%5cb",
])("O05: a root at %j, which leads upwards, is not sent", async (uri) => {
  expect(codeOf(await ask([{ uri }]))).toBe("invalid_answer");
});

test.each([
  undefined,
  {},
  [null],
  [{}],
  [{ uri: 1 }],
  [{ uri: "file:///a", name: 1 }],
  [{ uri: "file:///a", _meta: 1 }],
])("the answer %j is not sent", async (roots) => {
  expect(codeOf(await ask(roots))).toBe("invalid_answer");
});

test("a request for roots whose _meta is none is refused", async () => {
  expect(codeOf(await ask([], { _meta: 1 }))).toBe("invalid_request");
});
