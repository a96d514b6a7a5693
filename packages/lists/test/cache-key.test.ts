import { type Binding, bindingKey } from "@x/connection";
import { compareJson } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CacheRequest, cacheKeys } from "../src/index.js";

const bindings: readonly Binding[] = [
  { type: "http", url: "https://a.example/mcp" },
  { type: "http", url: "https://b.example/mcp" },
  { type: "stdio", command: "serve", args: [], cwd: "/", envHash: "1" },
  { type: "stdio", command: "serve", args: [], cwd: "/", envHash: "2" },
];
const request: fc.Arbitrary<CacheRequest> = fc.record({
  binding: fc.constantFrom(...bindings),
  authorization: fc.constantFrom("", "alice", 'alice","http'),
  method: fc.constantFrom("tools/list", "resources/read"),
  params: fc.dictionary(fc.constantFrom("uri", "a", "__proto__", "1"), fc.jsonValue(), {
    maxKeys: 3,
  }),
});

test("C01: keys are equal exactly where binding, method and parameters are, and the context of private ones", () => {
  fc.assert(
    fc.property(request, request, (one, other) => {
      const isSame =
        bindingKey(one.binding) === bindingKey(other.binding) &&
        one.method === other.method &&
        compareJson(one.params, other.params) === 0;
      const keys = cacheKeys("result", one);
      const others = cacheKeys("result", other);
      expect(keys.public === others.public).toBe(isSame);
      expect(keys.private === others.private).toBe(
        isSame && one.authorization === other.authorization,
      );
      expect(keys.private).not.toBe(others.public);
    }),
  );
});

test("the order of members of parameters does not matter, and none are the same as empty ones", () => {
  const [binding] = bindings;
  if (binding === undefined) {
    throw new Error("no binding");
  }
  const base = { binding, authorization: "alice", method: "resources/read" };
  const one = { ...base, params: { a: { x: 1, y: [{ p: 1, q: 2 }] }, b: 2 } };
  const other = { ...base, params: { b: 2, a: { y: [{ q: 2, p: 1 }], x: 1 } } };
  expect(cacheKeys("result", one)).toEqual(cacheKeys("result", other));
  expect(cacheKeys("result", base)).toEqual(cacheKeys("result", { ...base, params: {} }));
});

test("what is kept of different kinds has different keys", () => {
  fc.assert(
    fc.property(request, (one) => {
      const keys = cacheKeys("result", one);
      const others = cacheKeys("list", one);
      expect(keys.public).not.toBe(others.public);
      expect(keys.private).not.toBe(others.private);
    }),
  );
});
