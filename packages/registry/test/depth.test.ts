import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createRegistry,
  entries,
  isEmptyDiff,
  quarantined,
  type Registry,
  update,
} from "../src/index.js";
import { listed, names, reasons, TOOLS, tool } from "./fixtures.js";

/** A value of so many levels of arrays, or of objects. */
function nested(levels: number, kind: "array" | "object" = "array"): unknown {
  const [open, close] = kind === "array" ? ["[", "]"] : ['{"a":', "}"];
  const inner = kind === "array" ? "" : "{}";
  const wraps = kind === "array" ? levels : levels - 1;
  return JSON.parse(open.repeat(wraps) + inner + close.repeat(wraps));
}

/** All that a host can get hold of, as JSON, which recurses. */
function written(registry: Registry): string {
  return JSON.stringify([entries(registry), quarantined(registry)]);
}

const fine = tool("fine");
const DEEP = 20_000;

test.each<[string, (levels: number) => object]>([
  ["inputSchema", (levels) => ({ inputSchema: { type: "object", allOf: nested(levels - 1) } })],
  ["annotations", (levels) => ({ annotations: nested(levels, "object") })],
  ["_meta", (levels) => ({ _meta: nested(levels, "object") })],
  ["icons", (levels) => ({ icons: nested(levels) })],
  ["a member that nobody knows", (levels) => ({ execution: nested(levels) })],
])(
  "a tool with %s nested too deep is quarantined and out of reach, and the others stay",
  (_, more) => {
    const just = TOOLS.started("prefix", { peer: "a", items: [tool("just", more(511))] });
    expect(reasons(just.next)).toEqual([]);
    expect(names(just.next)).toEqual(["just = a:just"]);
    for (const levels of [512, DEEP]) {
      const items = [tool("deep", more(levels)), fine];
      const { next, diff } = TOOLS.started("prefix", { peer: "a", items });
      expect(names(next)).toEqual(["fine = a:fine"]);
      expect(reasons(next)).toEqual(["a:deep too_deep"]);
      expect(diff.quarantined).toMatchObject([
        {
          scope: "entry",
          value: undefined,
          message:
            'Tool "deep" of server "a" is left out: it is nested more than 512 levels deep. Have the server fixed, or exclude the tool.',
        },
      ]);
      expect(written(next)).toContain("fine");
    }
  },
);

test("an output schema nested too deep costs a tool its output check and nothing else", () => {
  const schema = (levels: number) => ({ outputSchema: { type: "object", allOf: nested(levels) } });
  const just = TOOLS.started("prefix", { peer: "a", items: [tool("x", schema(510))] });
  expect(entries(just.next)).toMatchObject([{ outputCheck: "declared" }]);
  for (const levels of [511, DEEP]) {
    const { next } = TOOLS.started("prefix", {
      peer: "a",
      items: [tool("x", schema(levels)), fine],
    });
    expect(entries(next)).toMatchObject([
      { canonical: "fine", outputCheck: "none" },
      { canonical: "x", outputCheck: "too_deep", tool: tool("x", { outputSchema: null }) },
    ]);
    expect(quarantined(next)).toMatchObject([
      {
        local: "x",
        reason: "too_deep",
        scope: "output_check",
        message:
          'Tool "x" of server "a" is used without an output check: its outputSchema is nested more than 512 levels deep. Have the server fixed, or exclude the tool.',
      },
    ]);
    expect(written(next)).toContain("fine");
  }
});

test("a tool whose output schema becomes none, or too deep, says so, though nothing else in it changes", () => {
  const none = [tool("x", { outputSchema: null })];
  const deep = [tool("x", { outputSchema: nested(DEEP, "object") })];
  let { next } = TOOLS.started("prefix", { peer: "a", items: [] });
  const seen = [none, deep, deep, none].map((items) => {
    ({ next } = update(next, listed({ peer: "a", items })));
    return entries(next).map(({ outputCheck }) => outputCheck);
  });
  expect(seen).toEqual([["broken"], ["too_deep"], ["too_deep"], ["broken"]]);
});

test("a tool of which more than the output schema is nested too deep is left out whole", () => {
  const more = { outputSchema: nested(DEEP, "object"), _meta: nested(DEEP, "object") };
  const { next } = TOOLS.started("prefix", { peer: "a", items: [tool("x", more)] });
  expect(quarantined(next)).toMatchObject([{ reason: "too_deep", scope: "entry" }]);
  expect(names(next)).toEqual([]);
});

test("what is no tool for another reason keeps that reason and is out of reach all the same", () => {
  const bad = [nested(DEEP), { name: nested(DEEP) }, { name: "x", inputSchema: nested(DEEP) }];
  const { next } = TOOLS.started("prefix", { peer: "a", items: bad });
  expect(reasons(next)).toEqual([
    "a:? name_invalid",
    "a:? not_an_object",
    "a:x input_schema_invalid",
  ]);
  expect(quarantined(next).map((record) => record.value)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("namesakes that are nested too deep are told apart like any others", () => {
  const twice = [
    tool("x", { outputSchema: nested(DEEP, "object") }),
    tool("x", { outputSchema: null }),
    tool("x", { _meta: nested(DEEP, "object") }),
  ];
  const forwards = TOOLS.started("prefix", { peer: "a", items: twice }).next;
  const backwards = TOOLS.started("prefix", { peer: "a", items: twice.toReversed() }).next;
  expect(names(forwards)).toEqual(["x = a:x"]);
  expect(written(backwards)).toBe(written(forwards));
});

test("the same deep list again changes nothing", () => {
  const list = () => ({
    peer: "a",
    items: [
      tool("x", { outputSchema: nested(DEEP, "object") }),
      tool("y", { _meta: nested(DEEP, "object") }),
      nested(DEEP),
    ],
  });
  const { next } = TOOLS.started("prefix", list());
  const again = update(next, listed(list()));
  expect(again.next).toBe(next);
  expect(isEmptyDiff(again.diff)).toBe(true);
});

test("a tool that is excluded is in no record, however deep it is", () => {
  const registry = createRegistry({ peers: [{ name: "a", exclude: ["deep"] }] });
  const items = [tool("deep", { _meta: nested(DEEP, "object") }), fine];
  const { next } = update(registry, listed({ peer: "a", items }));
  expect(names(next)).toEqual(["fine = a:fine"]);
  expect(quarantined(next)).toEqual([]);
});

test("a tool is in use exactly where it has at most 512 levels", () => {
  const levels = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 0;
    return 1 + Math.max(0, ...Object.values(value).map(levels));
  };
  const around = fc.tuple(fc.jsonValue(), fc.integer({ min: 505, max: 515 }), fc.jsonValue());
  fc.assert(
    fc.property(around, ([before, depth, after]) => {
      const value = tool("x", { "com.example/x": [before, nested(depth), after] });
      const { next } = TOOLS.started("prefix", { peer: "a", items: [value] });
      expect(reasons(next)).toEqual(levels(value) <= 512 ? [] : ["a:x too_deep"]);
    }),
    { numRuns: 50 },
  );
});
