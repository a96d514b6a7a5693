import fc from "fast-check";
import { expect, test } from "vitest";
import { names, page, read, type Server } from "./fixtures.js";

test("P03: a list without pages is read with one request that has no cursor", () => {
  const { outcome, asked } = read(() => page("a b"));
  expect(asked).toEqual([undefined]);
  expect(outcome).toEqual({ complete: true, items: [{ name: "a" }, { name: "b" }], pages: 1 });
});

test("L1: two pages are read whole, in order", () => {
  const { outcome, asked } = read((cursor) => (cursor === "2" ? page("c") : page("a b", "2")));
  expect(asked).toEqual([undefined, "2"]);
  expect(outcome).toMatchObject({ complete: true, pages: 2 });
  expect(names(outcome)).toBe("a b c");
});

test("L1: an empty string is a cursor, not the end", () => {
  const { outcome, asked } = read((cursor) => (cursor === "" ? page("b") : page("a", "")));
  expect(asked).toEqual([undefined, ""]);
  expect(outcome.complete).toBe(true);
  expect(names(outcome)).toBe("a b");
});

test("P06: null where a cursor may be absent is the end of the list", () => {
  const { outcome } = read(() => page("a", null));
  expect(outcome).toEqual({ complete: true, items: [{ name: "a" }], pages: 1 });
});

test("L1: a cursor that never advances is a loop, and its page counts once", () => {
  const { outcome, asked } = read(() => page("a b", "same"));
  expect(asked).toEqual([undefined, "same", "same"]);
  expect(outcome).toMatchObject({
    complete: false,
    pages: 3,
    problem: { code: "cursor_loop", cursor: "same" },
  });
  expect(names(outcome)).toBe("a b");
});

test("L1: cursors A, B, A, B end as a loop with every page read once", () => {
  const pages: Record<string, object> = { A: page("b", "B"), B: page("c", "A") };
  const { outcome, asked } = read((cursor) => pages[cursor ?? ""] ?? page("a", "A"));
  expect(asked).toEqual([undefined, "A", "B", "A"]);
  expect(outcome).toMatchObject({ complete: false, problem: { code: "cursor_loop", cursor: "A" } });
  expect(names(outcome)).toBe("a b c");
});

test("L1: a loop is recognised though the server writes its keys in another order each time", () => {
  const { outcome } = read((_, nth) => ({
    tools: [nth % 2 === 0 ? { name: "a", x: { p: 1, q: 2 } } : { x: { q: 2, p: 1 }, name: "a" }],
    nextCursor: "same",
  }));
  expect(outcome).toMatchObject({ complete: false, problem: { code: "cursor_loop" } });
  expect(names(outcome)).toBe("a");
});

test("L1: the same cursor with new items is read whole", () => {
  const all = ["a", "b", "c", "d"];
  const { outcome, asked } = read((_, nth) =>
    page(all[nth - 1] ?? "", nth < all.length ? "more" : undefined),
  );
  expect(asked).toEqual([undefined, "more", "more", "more"]);
  expect(outcome).toMatchObject({ complete: true, pages: 4 });
  expect(names(outcome)).toBe("a b c d");
});

test("L1: a page that differs from an earlier one in a single member is not the same page", () => {
  const more = { tools: [{ name: "a", title: "A" }], nextCursor: "same" };
  const { outcome } = read(
    (_, nth) => [page("a", "same"), page("a", "same"), more][nth - 1] ?? page("b"),
  );
  expect(outcome).toMatchObject({ complete: true, pages: 4 });
  expect(names(outcome)).toBe("a a b");
});

test("L1: a new cursor for ever ends at the bound, with what was read", () => {
  const { outcome, asked } = read((_, nth) => page(`t${nth}`, `c${nth}`), { maxPages: 3 });
  expect(asked).toEqual([undefined, "c1", "c2"]);
  expect(outcome).toMatchObject({
    complete: false,
    pages: 3,
    problem: { code: "too_many_pages", limit: 3 },
  });
  expect(names(outcome)).toBe("t1 t2 t3");
});

test("L1: by default a list ends after 1,000 pages", () => {
  const { outcome } = read((_, nth) => page("", `c${nth}`));
  expect(outcome).toMatchObject({
    complete: false,
    pages: 1000,
    problem: { code: "too_many_pages", limit: 1000 },
  });
});

test("a list of exactly the most pages and items is complete", () => {
  const server: Server = (cursor) => (cursor === undefined ? page("a b", "2") : page("c"));
  const { outcome } = read(server, { maxPages: 2, maxItems: 3 });
  expect(outcome.complete).toBe(true);
});

test("more items than the bound are cut off there, and nothing more is asked for", () => {
  const { outcome, asked } = read((_, nth) => page("a b", `c${nth}`), { maxItems: 3 });
  expect(asked).toHaveLength(2);
  expect(outcome).toMatchObject({
    complete: false,
    pages: 2,
    problem: { code: "too_many_items", limit: 3 },
  });
  expect(names(outcome)).toBe("a b a");
});

test("by default a list ends after 100,000 items, also within one page", () => {
  const { outcome } = read(() => ({ tools: Array.from({ length: 100_001 }, () => 0) }));
  expect(outcome).toMatchObject({ complete: false, problem: { limit: 100_000 } });
  expect(outcome.items).toHaveLength(100_000);
});

test("empty pages are passed over", () => {
  const { outcome } = read((_, nth) => (nth < 5 ? page("", `c${nth}`) : page("a")));
  expect(outcome).toMatchObject({ complete: true, pages: 5 });
  expect(names(outcome)).toBe("a");
});

test("a page without resultType is complete", () => {
  expect(read(() => ({ tools: [] })).outcome.complete).toBe(true);
});

test("P01, P02, P05: any pages under any distinct cursors are read whole, cursors as they came", () => {
  const pages = fc.uniqueArray(
    fc.record({ cursor: fc.string(), items: fc.array(fc.jsonValue()) }),
    {
      selector: ({ cursor }) => cursor,
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(pages, (all) => {
      const [first, ...rest] = all;
      const { outcome, asked } = read((cursor) => {
        const at = cursor === undefined ? 0 : all.findIndex((one) => one.cursor === cursor);
        const nextCursor = all[at + 1]?.cursor;
        const next = nextCursor === undefined ? {} : { nextCursor };
        return { tools: all[at]?.items, ...next };
      });
      expect(asked).toEqual([undefined, ...rest.map(({ cursor }) => cursor)]);
      expect(outcome).toEqual({
        complete: true,
        items: [...(first?.items ?? []), ...rest.flatMap(({ items }) => items)],
        pages: all.length,
      });
    }),
  );
});

test("whatever a server answers, a list ends within its bounds", () => {
  const result = fc.record(
    {
      tools: fc.oneof(
        { weight: 9, arbitrary: fc.array(fc.nat(2), { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      nextCursor: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom("", "A", "B") },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
    },
    { requiredKeys: ["tools"] },
  );
  fc.assert(
    fc.property(fc.array(result, { minLength: 1 }), (results) => {
      const server: Server = (_, nth) => results[nth % results.length] ?? {};
      const { outcome, asked } = read(server, { maxPages: 20, maxItems: 10 });
      expect(asked.length).toBeLessThanOrEqual(20);
      expect(outcome.items.length).toBeLessThanOrEqual(10);
    }),
  );
});

test("a page nested thirty thousand levels deep is compared without running out of stack", () => {
  const deep = () => JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`) as unknown;
  const { outcome } = read(() => ({ tools: [deep()], nextCursor: "same" }));
  expect(outcome).toMatchObject({ complete: false, problem: { code: "cursor_loop" } });
});
