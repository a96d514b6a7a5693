import { readFileSync } from "node:fs";
import { ToolSchema } from "@modelcontextprotocol/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  entries,
  type HeaderProblemCode,
  type QuarantineReason,
  quarantined,
  type RegistryErrorCode,
} from "../src/index.js";
import { names, reasons, TOOLS, tool } from "./fixtures.js";

const fine = tool("fine");

test.each<[string, unknown, string]>([
  ["has no inputSchema", { name: "bad" }, "bad input_schema_invalid"],
  ["has null as inputSchema", tool("bad", { inputSchema: null }), "bad input_schema_invalid"],
  ["has a string as inputSchema", tool("bad", { inputSchema: "{}" }), "bad input_schema_invalid"],
  ["has an array as inputSchema", tool("bad", { inputSchema: [] }), "bad input_schema_invalid"],
  ["has no type in it", tool("bad", { inputSchema: {} }), "bad input_schema_invalid"],
  ["takes an array", tool("bad", { inputSchema: { type: "array" } }), "bad input_schema_invalid"],
  [
    "takes an object or null",
    tool("bad", { inputSchema: { type: ["object", "null"] } }),
    "bad input_schema_invalid",
  ],
  ["has a number as description", tool("bad", { description: 1 }), "bad member_invalid"],
  ["has a string as annotations", tool("bad", { annotations: "x" }), "bad member_invalid"],
  ["has an object as icons", tool("bad", { icons: {} }), "bad member_invalid"],
  ["has an array as _meta", tool("bad", { _meta: [] }), "bad member_invalid"],
  ["is null", null, "? not_an_object"],
  ["is an array", [tool("bad")], "? not_an_object"],
  ["has no name", { inputSchema: { type: "object" } }, "? name_invalid"],
  ["has a number for a name", { ...fine, name: 1 }, "? name_invalid"],
  ["has an empty name", tool(""), "? name_invalid"],
  ["has a line feed in its name", tool("a\nb"), "? name_invalid"],
  ["has a name of 513 characters", tool("x".repeat(513)), "? name_invalid"],
])("L2: a tool that %s is quarantined with a reason, and the others stay", (_, bad, reason) => {
  const { next, diff } = TOOLS.started("prefix", { peer: "a", items: [bad, fine] });
  expect(names(next)).toEqual(["fine = a:fine"]);
  expect(reasons(next)).toEqual([`a:${reason}`]);
  expect(diff.quarantined).toEqual(quarantined(next));
  expect(quarantined(next)[0]).toMatchObject({ kind: "tool", scope: "entry", holder: undefined });
  expect(quarantined(next)[0]?.value).toBe(bad);
});

test.each([[null], ["{}"], [[]], [true], [{ $schema: 7 }]])(
  "L2: the output schema %j costs a tool its output check and nothing else",
  (outputSchema) => {
    const { next } = TOOLS.started("prefix", {
      peer: "a",
      items: [tool("x", { outputSchema }), fine],
    });
    expect(entries(next)).toMatchObject([
      { canonical: "fine", outputCheck: "none" },
      { canonical: "x", outputCheck: "broken" },
    ]);
    expect(quarantined(next)).toMatchObject([
      { local: "x", reason: "output_schema_invalid", scope: "output_check" },
    ]);
  },
);

test.each([[{}], [{ type: "array" }], [{ $schema: "http://json-schema.org/draft-07/schema#" }]])(
  "the output schema %j is one to check by",
  (outputSchema) => {
    const { next } = TOOLS.started("prefix", { peer: "a", items: [tool("x", { outputSchema })] });
    expect(entries(next)).toMatchObject([{ outputCheck: "declared" }]);
    expect(quarantined(next)).toEqual([]);
  },
);

test("T06, T08: names beyond the advised length and alphabet are let in", () => {
  const wild = ["x".repeat(129), "has space", "has,comma", "has/slash", "ünïcode", "\u{1f600}"];
  const { next } = TOOLS.started("prefix", { peer: "a", items: wild.map((name) => tool(name)) });
  expect(entries(next).map(({ local }) => local)).toEqual(wild.toSorted());
  expect(quarantined(next)).toEqual([]);
});

test("null where a member may be absent is tolerated", () => {
  const nulls = { title: null, description: null, annotations: null, icons: null, _meta: null };
  const { next } = TOOLS.started("prefix", { peer: "a", items: [tool("x", nulls)] });
  expect(quarantined(next)).toEqual([]);
});

test("an entry carries the server's own object, with what is not known of it", () => {
  const own = tool("x", { execution: { taskSupport: "optional" } });
  const { next } = TOOLS.started("prefix", { peer: "a", items: [own] });
  expect(entries(next)[0]?.tool).toBe(own);
});

test("a record is a sentence that names the server, the tool, the reason and the remedy", () => {
  const items = [tool("x", { inputSchema: null }), { name: "\u001b[2J" }];
  const { next } = TOOLS.started("prefix", { peer: "files", items });
  expect(quarantined(next).map(({ message }) => message)).toEqual([
    'A tool of server "files" is left out: its name contains a control character. Have the server fixed.',
    'Tool "x" of server "files" is left out: its inputSchema is not an object. Have the server fixed, or exclude the tool.',
  ]);
});

test("L2: what the official schema accepts is quarantined for its name only", () => {
  fc.assert(
    fc.property(toolLike(), (value) => {
      fc.pre(ToolSchema.safeParse(value).success);
      const { next } = TOOLS.started("prefix", { peer: "a", items: [value] });
      // Stricter on purpose: a name that is empty, endless or drives a terminal.
      const isUnusable = value.name === "" || /\p{Cc}/u.test(String(value.name));
      expect(reasons(next)).toEqual(isUnusable ? ["a:? name_invalid"] : []);
    }),
    { numRuns: 300 },
  );
});

test("L2: what is in use is what the official schema accepts, but for what is lenient on purpose", () => {
  fc.assert(
    fc.property(toolLike(), (value) => {
      const { next } = TOOLS.started("prefix", { peer: "a", items: [value] });
      for (const { tool: used, outputCheck } of entries(next)) {
        // Lenient on purpose: `null` for absent; the insides of annotations, icons and schemas, which
        // are claims or for a validator; and an output schema that is not used.
        const { icons, annotations, outputSchema, ...rest } = used;
        const bare = Object.entries(rest).filter(([, member]) => member !== null);
        const schema = outputCheck === "declared" ? { outputSchema } : {};
        const inputSchema = { type: used.inputSchema["type"] };
        const official = { ...Object.fromEntries(bare), ...schema, inputSchema };
        expect(ToolSchema.safeParse(official).success).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("the README lists every error code, every reason and every problem of a header", () => {
  const codes: Record<RegistryErrorCode, true> = {
    invalid_peer_name: true,
    duplicate_peer: true,
    unknown_peer: true,
    collision_rejected: true,
  };
  const all: Record<QuarantineReason, true> = {
    not_an_object: true,
    name_invalid: true,
    input_schema_invalid: true,
    arguments_invalid: true,
    member_invalid: true,
    too_deep: true,
    output_schema_invalid: true,
    invalid_header_annotation: true,
    duplicate_name: true,
    collision: true,
    name_held: true,
  };
  const problems: Record<HeaderProblemCode, true> = {
    misplaced: true,
    name_invalid: true,
    type_invalid: true,
    duplicate: true,
    too_many: true,
    too_deep: true,
  };
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1]);
  const keys = [codes, all, problems].flatMap((table) => Object.keys(table));
  expect(rows).toEqual(keys);
});

/** Objects that are tools more often than not, with every member that may be wrong in some way. */
function toolLike(): fc.Arbitrary<{ readonly name?: unknown }> {
  const junk = fc.oneof(fc.constantFrom(null, 7, "text", true, [], {}), fc.jsonValue());
  const mostly = <T>(good: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: junk });
  const schema = fc.record(
    {
      type: mostly(fc.constant("object")),
      $schema: mostly(fc.string()),
      properties: mostly(fc.dictionary(fc.string(), fc.jsonValue())),
      required: mostly(fc.array(fc.string())),
    },
    { requiredKeys: ["type"] },
  );
  const icon = fc.record({ src: mostly(fc.webUrl()), theme: mostly(fc.constant("dark")) });
  return fc.record(
    {
      name: mostly(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("x", "", "\u0000"))),
      inputSchema: mostly(schema),
      outputSchema: mostly(schema),
      title: mostly(fc.string()),
      description: mostly(fc.string()),
      annotations: mostly(fc.record({ readOnlyHint: mostly(fc.boolean()) })),
      icons: mostly(fc.array(icon, { maxLength: 2 })),
      _meta: mostly(fc.dictionary(fc.string(), fc.jsonValue())),
    },
    { requiredKeys: ["name", "inputSchema"] },
  );
}
