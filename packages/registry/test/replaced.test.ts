import { expect, test } from "vitest";
import { collisions, entries, isEmptyDiff, quarantined, resolve, update } from "../src/index.js";
import { forBothKinds, listed, names, reasons } from "./fixtures.js";

const peers = [{ name: "a" }, { name: "b" }];

forBothKinds(({ create, one, list, started }) => {
  test("a server that is replaced keeps its place, and nothing that was known of it stays", () => {
    const filter = { name: "a", exclude: ["draft"] };
    const registry = create({ peers: [filter, { name: "b" }] });
    const bad = { name: 1 };
    const items = [one("search"), one("draft"), one("note"), bad];
    const before = update(registry, listed({ peer: "a", items }, list("b", "search"))).next;
    const { next, diff } = update(before, {
      type: "replaced",
      peer: { name: "a", include: ["s*", "d*"] },
    });
    expect(names(next)).toEqual(["b/search = b:search"]);
    expect(reasons(next)).toEqual([]);
    expect(diff.removed).toEqual([resolve(before, "note"), resolve(before, "search")]);
    expect([diff.added, diff.changed, diff.collisions, diff.quarantined]).toEqual([[], [], [], []]);
    expect(names(update(next, listed({ peer: "a", items })).next)).toEqual([
      "draft = a:draft",
      "search = a:search",
      "b/search = b:search",
    ]);
  });

  test("a server that is replaced comes first with its names where it was declared first", () => {
    const before = started("prefix", list("a", "search"), list("b", "read")).next;
    const { next } = update(before, { type: "replaced", peer: { name: "a" } });
    const both = update(next, listed(list("b", "read", "find"), list("a", "find"))).next;
    expect(names(both)).toEqual(["find = a:find", "b/find = b:find", "read = b:read"]);
  });

  test("a server that is replaced has no say about a name that another one took meanwhile", () => {
    const before = started("prefix", list("a", "search"), list("b")).next;
    const gone = update(before, { type: "replaced", peer: { name: "a" } }).next;
    const taken = update(gone, listed(list("b", "search"))).next;
    expect(names(update(taken, listed(list("a", "search"))).next)).toEqual([
      "a/search = a:search",
      "search = b:search",
    ]);
  });

  test("what waited for a name gets it when its holder is replaced", () => {
    const before = started("reject", list("a", "search"), list("b")).next;
    const blocked = update(before, listed(list("b", "search"))).next;
    const { next, diff } = update(blocked, { type: "replaced", peer: { name: "a" } });
    expect(names(next)).toEqual(["search = b:search"]);
    expect([diff.added, diff.removed]).toEqual([[resolve(next, "search")], entries(before)]);
    expect(reasons(update(next, listed(list("a", "search"))).next)).toEqual(["a:search collision"]);
  });

  test("what waits for a name no longer does when its own server is replaced", () => {
    const before = started("reject", list("a", "search"), list("b")).next;
    const blocked = update(before, listed(list("b", "search"))).next;
    const { next, diff } = update(blocked, { type: "replaced", peer: { name: "b" } });
    expect([quarantined(next), collisions(next), isEmptyDiff(diff)]).toEqual([[], [], true]);
    expect(names(update(next, { type: "removed", peer: "a" }).next)).toEqual([]);
  });

  test("a server can be replaced before the start, which is a start all the same", () => {
    const registry = create({ policy: "reject", peers });
    const { next, diff } = update(registry, { type: "replaced", peer: { name: "a" } });
    expect(isEmptyDiff(diff)).toBe(true);
    expect(() => update(next, listed(list("a", "search"), list("b", "search")))).toThrow(
      expect.objectContaining({ code: "collision_rejected" }),
    );
  });
});
