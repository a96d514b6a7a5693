import fc from "fast-check";
import { expect, test } from "vitest";
import { createRegistry, entries, isEmptyDiff, resolve, update } from "../src/index.js";
import { list, listed, reasons, started, tool } from "./fixtures.js";

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
      const before = started("prefix", { peer: "a", tools: original }).next;
      const { next, diff } = update(before, listed({ peer: "a", tools: again.map(reversed) }));
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
  const before = started("prefix", { peer: "a", tools: bad });
  const tools = bad.map(reversed).reverse();
  const { next, diff } = update(before.next, listed({ peer: "a", tools }));
  expect(before.diff.quarantined).toHaveLength(5);
  expect(isEmptyDiff(diff)).toBe(true);
  expect(reasons(next)).toEqual(reasons(before.next));
});

test("a changed definition is a change under the same name, and the rest stays the same object", () => {
  const before = started("prefix", list("a", "read", "search"), list("b", "search")).next;
  const changed = { peer: "b", tools: [tool("search", { title: "Search" })] };
  const { next, diff } = update(before, listed(changed, list("a", "read", "search")));
  expect(diff.changed).toMatchObject([{ canonical: "b/search", tool: { title: "Search" } }]);
  expect([diff.added, diff.removed, diff.collisions, diff.quarantined]).toEqual([[], [], [], []]);
  expect(resolve(next, "search")).toBe(resolve(before, "search"));
});

test("an added, a removed and an unchanged tool are told apart", () => {
  const before = started("prefix", list("a", "one", "two")).next;
  const { next, diff } = update(before, listed(list("a", "three", "two")));
  expect(diff.added.map(({ canonical }) => canonical)).toEqual(["three"]);
  expect(diff.removed.map(({ canonical }) => canonical)).toEqual(["one"]);
  expect(diff.changed).toEqual([]);
  expect(entries(next).map(({ canonical }) => canonical)).toEqual(["three", "two"]);
});

test("the order of array members is part of a definition, that of object keys is not", () => {
  const enums = (...values: readonly string[]) => ({
    peer: "a",
    tools: [tool("x", { inputSchema: { type: "object", properties: { y: { enum: values } } } })],
  });
  const before = started("prefix", enums("p", "q")).next;
  expect(update(before, listed(enums("p", "q"))).diff.changed).toEqual([]);
  expect(update(before, listed(enums("q", "p"))).diff.changed).toHaveLength(1);
});

test("a definition nested thirty thousand levels deep is compared without running out of stack", () => {
  const deep = (): unknown =>
    JSON.parse(`{"type":"object","not":${'{"not":'.repeat(30_000)}{}${"}".repeat(30_000)}}`);
  const lists = () => listed({ peer: "a", tools: [tool("x", { inputSchema: deep() })] });
  const before = update(createRegistry({ peers: [{ name: "a" }] }), lists()).next;
  expect(isEmptyDiff(update(before, lists()).diff)).toBe(true);
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
