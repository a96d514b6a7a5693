import fc from "fast-check";
import { expect, test } from "vitest";
import { createRegistry, entries, isEmptyDiff, resolve, update } from "../src/index.js";
import { forBothKinds, listed, PROMPTS, prompt, reasons, TOOLS, tool } from "./fixtures.js";

forBothKinds(({ kind, one, list, started }) => {
  test("a changed definition is a change under the same name, and the rest stays the same object", () => {
    const before = started("prefix", list("a", "read", "search"), list("b", "search")).next;
    const changed = { peer: "b", items: [one("search", { title: "Search" })] };
    const { next, diff } = update(before, listed(changed, list("a", "read", "search")));
    expect(diff.changed).toMatchObject([{ canonical: "b/search", [kind]: { title: "Search" } }]);
    expect([diff.added, diff.removed, diff.collisions, diff.quarantined]).toEqual([[], [], [], []]);
    expect(resolve(next, "search")).toBe(resolve(before, "search"));
  });

  test("what is added, removed and unchanged is told apart", () => {
    const before = started("prefix", list("a", "one", "two")).next;
    const { next, diff } = update(before, listed(list("a", "three", "two")));
    expect(diff.added.map(({ canonical }) => canonical)).toEqual(["three"]);
    expect(diff.removed.map(({ canonical }) => canonical)).toEqual(["one"]);
    expect(diff.changed).toEqual([]);
    expect(entries(next).map(({ canonical }) => canonical)).toEqual(["three", "two"]);
  });
});

test("L6: the same tools and schema keys in shuffled order are the identical catalogue", () => {
  const schema = fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.string(), fc.jsonValue()),
    $defs: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  const tools = fc.uniqueArray(
    fc.record({ name: fc.string({ minLength: 1, unit: "grapheme" }), inputSchema: schema }),
    { selector: ({ name }) => name, maxLength: 8 },
  );
  const shuffled = tools.chain((original) =>
    fc.record({
      original: fc.constant(original),
      again: fc.shuffledSubarray(original, { minLength: original.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ original, again }) => {
      const before = TOOLS.started("prefix", { peer: "a", items: original }).next;
      const { next, diff } = update(before, listed({ peer: "a", items: again.map(reversed) }));
      expect(isEmptyDiff(diff)).toBe(true);
      expect(next).toBe(before);
      expect(JSON.stringify(entries(next))).toBe(JSON.stringify(entries(before)));
    }),
  );
});

test("L6: what is refused is not reported again either, in whatever order it is listed again", () => {
  const bad = [
    "text",
    null,
    { name: "x" },
    tool("y", { title: 1 }),
    tool("z", { outputSchema: 1 }),
  ];
  const before = TOOLS.started("prefix", { peer: "a", items: bad });
  const items = bad.map(reversed).reverse();
  const { next, diff } = update(before.next, listed({ peer: "a", items }));
  expect(before.diff.quarantined).toHaveLength(5);
  expect(isEmptyDiff(diff)).toBe(true);
  expect(reasons(next)).toEqual(reasons(before.next));
});

test("the order of array members is part of a definition, that of object keys is not", () => {
  const enums = (...values: readonly string[]) => ({
    peer: "a",
    items: [tool("x", { inputSchema: { type: "object", properties: { y: { enum: values } } } })],
  });
  const before = TOOLS.started("prefix", enums("p", "q")).next;
  expect(update(before, listed(enums("p", "q"))).diff.changed).toEqual([]);
  expect(update(before, listed(enums("q", "p"))).diff.changed).toHaveLength(1);
});

test("a definition nested thirty thousand levels deep is compared without running out of stack", () => {
  const deep = (): unknown =>
    JSON.parse(`{"type":"object","not":${'{"not":'.repeat(30_000)}{}${"}".repeat(30_000)}}`);
  const lists = () => listed({ peer: "a", items: [tool("x", { inputSchema: deep() })] });
  const before = update(createRegistry({ peers: [{ name: "a" }] }), lists()).next;
  expect(isEmptyDiff(update(before, lists()).diff)).toBe(true);
});

test("L6: the same prompts and keys in shuffled order are the identical catalogue", () => {
  const prompts = fc.uniqueArray(
    fc.record({
      name: fc.string({ minLength: 1, unit: "grapheme" }),
      arguments: fc.uniqueArray(fc.record({ name: fc.string(), required: fc.boolean() }), {
        selector: ({ name }) => name,
      }),
      _meta: fc.dictionary(fc.string(), fc.jsonValue()),
    }),
    { selector: ({ name }) => name, maxLength: 8 },
  );
  fc.assert(
    fc.property(prompts, (items) => {
      const before = PROMPTS.started("prefix", { peer: "a", items }).next;
      const again = items.toReversed().map((item) => ({
        ...Object.fromEntries(Object.entries(item).reverse()),
        // Their order is what a user is asked in.
        arguments: item.arguments.map(reversed),
      }));
      expect(update(before, listed({ peer: "a", items: again })).next).toBe(before);
    }),
  );
});

test("the order of a prompt's arguments is part of its definition", () => {
  const asking = (...all: readonly string[]) => ({
    peer: "a",
    items: [prompt("x", { arguments: all.map((name) => ({ name })) })],
  });
  const before = PROMPTS.started("prefix", asking("p", "q")).next;
  expect(update(before, listed(asking("p", "q"))).next).toBe(before);
  expect(update(before, listed(asking("q", "p"))).diff.changed).toHaveLength(1);
});

/** The same JSON value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(reversed);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]));
}
