import fc from "fast-check";
import { expect, test } from "vitest";
import { type CallHeaders, headerPlan, planHeaders } from "../src/index.js";
import { mirrored, schema } from "./header-fixtures.js";

/** The headers of a call with these arguments to a tool with these parameters. */
function headersOf(properties: object, args: object): CallHeaders {
  const planning = headerPlan(schema(properties));
  if (planning.type === "problem") throw new Error(planning.detail);
  return planHeaders(planning.plan, args);
}

/** The header's value for one argument, or the problem it is. */
function headerFor(type: string, value: unknown): unknown {
  const answer = headersOf({ a: mirrored("A", type) }, { a: value });
  return answer.type === "headers" ? answer.headers["Mcp-Param-A"] : answer.message;
}

test.each<[string, unknown, string]>([
  ["string", "us-west1", "us-west1"],
  ["string", "us west 1", "us west 1"],
  ["string", "", ""],
  ["string", "42", "42"],
  ["integer", 42, "42"],
  ["integer", -7, "-7"],
  ["integer", 42.0, "42"],
  ["integer", -0, "0"],
  ["integer", Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ["integer", Number.MIN_SAFE_INTEGER, "-9007199254740991"],
  ["boolean", true, "true"],
  ["boolean", false, "false"],
])("a %s argument %j is the header's value %j", (type, value, expected) => {
  expect(headerFor(type, value)).toBe(expected);
});

test.each([
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  ["日本語", "=?base64?5pel5pys6Kqe?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  [" us-west1", "=?base64?IHVzLXdlc3Qx?="],
  ["us-west1 ", "=?base64?dXMtd2VzdDEg?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["line1\r\nline2", "=?base64?bGluZTENCmxpbmUy?="],
  ["\tindented", "=?base64?CWluZGVudGVk?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
  ["=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="],
])("H8: the argument %j is sent in the Base64 form %s", (value, expected) => {
  expect(headerFor("string", value)).toBe(expected);
});

test("a header is named exactly as the server named it, after Mcp-Param-", () => {
  const properties = { a: mirrored("Method"), b: mirrored("x_Y.z"), c: { type: "number" } };
  expect(headersOf(properties, { a: "1", b: "2", c: 0.5 })).toEqual({
    type: "headers",
    headers: { "Mcp-Param-Method": "1", "Mcp-Param-x_Y.z": "2" },
  });
});

const NESTED = { where: { properties: { region: mirrored() } } };

test.each<[string, object]>([
  ["is absent", {}],
  ["is null", { where: { region: null } }],
  ["is undefined, which JSON leaves out", { where: { region: undefined } }],
  ["has its whole object missing", { where: null }],
  ["has a text where its object should be", { where: "region" }],
  ["has a list where its object should be", { where: [{ region: "x" }] }],
  ["stands at another path", { region: "x", "where.region": "x" }],
  ["is inherited, which JSON leaves out", { where: Object.create({ region: "x" }) }],
  [
    "cannot be enumerated, which JSON leaves out",
    { where: Object.defineProperty({}, "region", { value: "x" }) },
  ],
])("a header is left out where its argument %s", (_, args) => {
  expect(headersOf(NESTED, args)).toEqual({ type: "headers", headers: {} });
});

test("the value of a nested parameter is read at its exact path", () => {
  expect(headersOf(NESTED, { region: "no", where: { region: "yes" } })).toEqual({
    type: "headers",
    headers: { "Mcp-Param-Region": "yes" },
  });
});

test("members that every object has are no arguments, nor are those of a list", () => {
  const text = `{ ${["__proto__", "constructor", "toString"]
    .map((name) => `"${name}": { "type": "string", "x-mcp-header": "${name}" }`)
    .join()} }`;
  const properties = JSON.parse(text) as object;
  expect(headersOf(properties, {})).toEqual({ type: "headers", headers: {} });
  const args = JSON.parse('{ "__proto__": "p", "constructor": "c" }') as object;
  expect(headersOf(properties, args)).toEqual({
    type: "headers",
    headers: { "Mcp-Param-__proto__": "p", "Mcp-Param-constructor": "c" },
  });
  const list = { properties: { 0: mirrored("Zero"), length: mirrored("Length", "integer") } };
  expect(headersOf({ list }, { list: ["x"] })).toEqual({ type: "headers", headers: {} });
});

test.each<[string, unknown, string]>([
  ["string", 7, "another number"],
  ["string", true, "a boolean"],
  ["string", ["x"], "an array"],
  ["string", new Date(0), "an object"],
  ["string", "\ud800", "a string with half a character"],
  ["integer", "42", "a string"],
  ["integer", 4.2, "another number"],
  ["integer", Number.NaN, "another number"],
  ["integer", Number.POSITIVE_INFINITY, "another number"],
  ["integer", 2 ** 53, "another number"],
  ["integer", -(2 ** 53), "another number"],
  ["integer", 1e21, "another number"],
  ["integer", 7n, "a bigint"],
  ["boolean", "true", "a string"],
  ["boolean", 1, "another number"],
  ["boolean", { on: true }, "an object"],
])("an argument declared as %s and given as %o is a problem", (type, value, kind) => {
  const expected = {
    string: "a string of whole characters",
    integer: "an integer from -9007199254740991 to 9007199254740991",
    boolean: "true or false",
  }[type];
  const properties = { fine: mirrored("Fine"), in: { properties: { a: mirrored("A", type) } } };
  expect(headersOf(properties, { fine: "x", in: { a: value } })).toEqual({
    type: "problem",
    code: "invalid_argument",
    path: ["in", "a"],
    message: `The argument "in.a" has to be ${expected}, because it is also sent as the header Mcp-Param-A; it is ${kind}.`,
  });
});

test("what writes itself as JSON in its own way is a problem, for what it will say cannot be told", () => {
  const where = { region: "here", toJSON: () => ({ region: "elsewhere" }) };
  expect(headersOf(NESTED, { where })).toMatchObject({ code: "invalid_argument" });
  expect(headersOf(NESTED, where)).toMatchObject({ code: "invalid_argument" });
  // A parameter may be called that.
  expect(headersOf(NESTED, { toJSON: "x", where: { region: "x" } }).type).toBe("headers");
});

test("a tool that asks for no header gets none, and nothing is read", () => {
  const args = new Proxy({}, { ownKeys: unread, get: unread, getOwnPropertyDescriptor: unread });
  expect(headersOf({ region: { type: "string" } }, args)).toEqual({ type: "headers", headers: {} });
});

test("H8: whatever the arguments are, each header says what the body says, or the call is a problem", () => {
  const fits: Readonly<Record<string, (said: unknown) => boolean>> = {
    A: (said) => typeof said === "string" && !/\p{Surrogate}/u.test(said),
    B: Number.isSafeInteger,
    D: (said) => typeof said === "boolean",
  };
  const properties = {
    a: mirrored("A"),
    b: mirrored("B", "integer"),
    c: { properties: { d: mirrored("D", "boolean") } },
  };
  fc.assert(
    fc.property(argumentsLike(), (args) => {
      const body = JSON.parse(JSON.stringify(args)) as { a?: unknown; b?: unknown; c?: unknown };
      const d = (body.c as { readonly d?: unknown } | null | undefined)?.d;
      const said = Object.entries({ A: body.a, B: body.b, D: d }).filter(
        ([, value]) => value !== undefined && value !== null,
      );
      const answer = headersOf(properties, args);
      expect(answer.type).toBe(
        said.every(([name, value]) => fits[name]?.(value)) ? "headers" : "problem",
      );
      if (answer.type === "headers") {
        expect(answer.headers).toEqual(
          Object.fromEntries(
            said.map(([name, value]) => [`Mcp-Param-${name}`, encode(String(value))]),
          ),
        );
        for (const text of Object.values(answer.headers)) {
          expect(text).toMatch(/^$|^[!-~]([\t -~]*[!-~])?$/);
        }
      }
    }),
    { numRuns: 200 },
  );
});

/** Arguments whose values are what they should be more often than not. */
function argumentsLike(): fc.Arbitrary<object> {
  const junk = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown>,
  );
  const mostly = (good: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: junk });
  const d = mostly(fc.boolean());
  return fc.record(
    {
      a: mostly(fc.string({ unit: "binary" })),
      b: mostly(fc.maxSafeInteger()),
      c: mostly(fc.record({ d }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  );
}

function unread(): never {
  throw new Error("The arguments were read.");
}

/** The encoding as the specification describes it. */
function encode(value: string): string {
  const isPlain = /^$|^[!-~]([\t -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}
