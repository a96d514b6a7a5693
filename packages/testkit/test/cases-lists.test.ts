import { expect, test } from "vitest";
import { kindOf, LEGACY, MODERN, resultOf, talk, toolNames } from "./support/talk.js";

/** Names and next cursors of so many pages, each asked for with the cursor before. */
async function pagesOf(name: string, count: number): Promise<readonly unknown[]> {
  const { ask } = await talk(name, MODERN);
  const pages: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < count; page += 1) {
    const outcome = await ask("tools/list", cursor === undefined ? {} : { cursor });
    cursor = resultOf(outcome)["nextCursor"];
    pages.push([...toolNames(outcome), cursor]);
  }
  return pages;
}

test.each([
  [
    "L1",
    [
      ["first", "2"],
      ["second", undefined],
    ],
  ],
  [
    "L1-stuck",
    [
      ["first", "1"],
      ["first", "1"],
      ["first", "1"],
    ],
  ],
  [
    "L1-cycle",
    [
      ["first", "A"],
      ["a", "B"],
      ["b", "A"],
      ["a", "B"],
    ],
  ],
  [
    "L1-endless",
    [
      ["tool-1", "page-1"],
      ["tool-2", "page-2"],
      ["tool-3", "page-3"],
    ],
  ],
  [
    "L1-empty-cursor",
    [
      ["first", ""],
      ["second", undefined],
    ],
  ],
  [
    "L1-new-items",
    [
      ["tool-1", "more"],
      ["tool-2", "more"],
      ["tool-3", "more"],
    ],
  ],
])("L1: the pages of %s are %j", async (name, pages) => {
  expect(await pagesOf(name, pages.length)).toEqual(pages);
});

test("L2: one sound tool is listed among broken ones, one of them without a name", async () => {
  const { ask } = await talk("L2", MODERN);
  const { tools } = resultOf(await ask("tools/list")) as { tools: readonly object[] };
  expect(tools).toMatchObject([
    { name: "good", inputSchema: { type: "object" } },
    { name: "no-schema" },
    { name: "schema-text", inputSchema: "object" },
    { name: "schema-no-type", inputSchema: { properties: {} } },
    { name: "output-broken", outputSchema: "object" },
    { inputSchema: { type: "object" } },
  ]);
  expect(tools[1]).not.toHaveProperty("inputSchema");
  expect(tools[5]).not.toHaveProperty("name");
});

test.each([
  ["L3", ["search"]],
  ["L3-duplicate", ["search", "search"]],
  ["L3-prefixed", ["b/search"]],
])("L3: %s lists %j", async (name, names) => {
  const { ask } = await talk(name, MODERN);
  expect(toolNames(await ask("tools/list"))).toEqual(names);
});

test("L6: the same tools come in another order at every list", async () => {
  const { ask } = await talk("L6", MODERN);
  const lists = [];
  for (let time = 0; time < 4; time += 1) lists.push(await ask("tools/list"));
  expect(lists.map((list) => toolNames(list))).toEqual([
    ["a", "b"],
    ["b", "a"],
    ["a", "b"],
    ["b", "a"],
  ]);
  const [first, second] = lists.map((list) => resultOf(list)["tools"] as readonly object[]);
  expect(first?.[0]).toEqual(second?.[1]);
  expect(Object.keys(first?.[0] ?? {})).not.toEqual(Object.keys(second?.[1] ?? {}));
});

test("L7: a tool fails with structured content that its output schema does not allow", async () => {
  const { ask } = await talk("L7", MODERN);
  expect(resultOf(await ask("tools/call"))).toMatchObject({
    isError: true,
    structuredContent: { error: "no such table" },
  });
});

test("L9: the first list is old when it comes, and every later one is new", async () => {
  const { ask, notifications } = await talk("L9", LEGACY);
  expect(kindOf(await ask("initialize"))).toBe("result");
  expect(toolNames(await ask("tools/list"))).toEqual(["old"]);
  expect(notifications).toMatchObject([{ method: "notifications/tools/list_changed" }]);
  for (let time = 0; time < 3; time += 1) {
    expect(toolNames(await ask("tools/list"))).toEqual(["new"]);
  }
});
