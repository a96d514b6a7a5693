import { expect, test } from "vitest";
import { validatorOfFile } from "./support/checking.js";

const validator = validatorOfFile({
  maxSchemaDepth: 20,
  maxSubschemas: 100,
  maxSchemaCharacters: 5_000,
  maxValueCharacters: 10_000,
});

/** `inner` inside `times` arrays or objects. */
function nested(times: number, wrap: (inner: unknown) => unknown, inner: unknown): unknown {
  let value = inner;
  for (let done = 0; done < times; done += 1) value = wrap(value);
  return value;
}

test("L8, V11: 10,000 nested allOf are too complex, and need no worker to be told", async () => {
  const schema = nested(10_000, (inner) => ({ allOf: [inner] }), {}) as object;
  const fresh = validatorOfFile();
  expect(await fresh.check({ ...schema }, {})).toEqual({
    verdict: "too_complex",
    of: "schema",
    message: expect.stringContaining("128 levels"),
  });
  expect(fresh.usage()).toEqual({ workers: 0, waiting: 0, schemas: 0, compilations: 0 });
});

test.each([
  ["deep", (n: number) => ({ properties: nested(n - 1, (inner) => ({ not: inner }), true) }), 20],
  ["many", (n: number) => ({ anyOf: new Array(n - 1).fill({ type: "string" }) }), 100],
])("a schema may be as %s as is set, and no more", async (_, schemaOf, most) => {
  const within = await validator.check(schemaOf(most), {});
  expect(within).not.toMatchObject({ verdict: "too_complex" });
  expect(await validator.check(schemaOf(most + 1), {})).toEqual({
    verdict: "too_complex",
    of: "schema",
    message: expect.stringContaining(`${most}`),
  });
});

test.each([
  ["in one text", { description: "x".repeat(5_000) }],
  ["in many numbers", { enum: Array.from({ length: 2_501 }, (_, n) => n % 10) }],
  ["in a name", { ["x".repeat(5_000)]: 1 }],
  ["in many names", Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x-${n}`, 1]))],
])("a schema of too many characters is too complex, %s", async (_, schema) => {
  expect(await validator.check(schema, {})).toEqual({
    verdict: "too_complex",
    of: "schema",
    message: expect.stringContaining("5000 characters"),
  });
});

test("a value of a million levels is too complex", async () => {
  const value = nested(1_000_000, (inner) => [inner], 1);
  expect(await validator.check({}, value)).toMatchObject({ verdict: "too_complex", of: "value" });
});

test("a value may have as many characters as is set, and no more", async () => {
  expect(await validator.check({}, "x".repeat(9_998))).toEqual({ verdict: "valid" });
  expect(await validator.check({}, "x".repeat(9_999))).toEqual({
    verdict: "too_complex",
    of: "value",
    message: expect.stringContaining("10000 characters"),
  });
});

test("a recursive schema follows its value down 512 levels", async () => {
  const schema = { properties: { a: { $ref: "#" } }, additionalProperties: false };
  const fresh = validatorOfFile();
  const levels = (count: number) => nested(count, (inner) => ({ a: inner }), {});
  expect(await fresh.check(schema, levels(512))).toEqual({ verdict: "valid" });
});

test("L8: a check that takes too much memory ends its worker, and the next one is made", async () => {
  const small = validatorOfFile({ memoryMb: 16, workers: 1 });
  // Each name refers to the next twice, and every failure is kept.
  const $defs = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => {
      const $ref = `#/$defs/d${n + 1}`;
      return [`d${n}`, { anyOf: [{ $ref }, { $ref }] }];
    }),
  );
  const schema = { $ref: "#/$defs/d0", $defs: { ...$defs, d60: { type: "string" } } };
  const [verdict, next] = await Promise.all([small.check(schema, 1), small.check({}, 1)]);
  expect(verdict).toMatchObject({ verdict: "too_complex", of: "value" });
  expect(next).toEqual({ verdict: "valid" });
  await small.check(schema, 1);
  expect(await small.check(schema, 1)).toMatchObject({
    verdict: "too_complex",
    message: expect.stringContaining("Not tried"),
  });
});
