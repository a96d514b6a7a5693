import { expect, test } from "vitest";
import { collisions, isEmptyDiff, quarantined, update } from "../src/index.js";
import { forBothKinds, listed, names, reasons } from "./fixtures.js";

const peers = [{ name: "a" }, { name: "b" }];

forBothKinds(({ kind, create, list, started }) => {
  const subject = kind === "tool" ? "Tool" : "Prompt";

  test("L4: a first owner that comes late is prefixed and reported, and nothing moves", () => {
    const first = update(create({ peers }), listed(list("b", "search")));
    expect(names(first.next)).toEqual(["search = b:search"]);
    const { next, diff } = update(first.next, listed(list("a", "search")));
    expect(names(next)).toEqual(["a/search = a:search", "search = b:search"]);
    expect(diff.added.map(({ canonical }) => canonical)).toEqual(["a/search"]);
    expect(diff.changed).toEqual([]);
    expect(diff.removed).toEqual([]);
    expect(diff.collisions).toMatchObject([
      { local: "search", holder: "b", peer: "a", canonical: "a/search" },
    ]);
  });

  test("L4: when the first owner is removed the survivor keeps its own name", () => {
    const before = started("prefix", list("a", "search"), list("b", "search")).next;
    const { next, diff } = update(before, { type: "removed", peer: "a" });
    expect(names(next)).toEqual(["b/search = b:search"]);
    expect(diff.removed.map(({ peer, local }) => `${peer}:${local}`)).toEqual(["a:search"]);
    expect([diff.added, diff.changed, collisions(next)]).toEqual([[], [], []]);
  });

  test("L4: when the first owner no longer lists it the survivor keeps its own name", () => {
    const before = started("prefix", list("a", "search"), list("b", "search")).next;
    const { next, diff } = update(before, listed(list("a")));
    expect(names(next)).toEqual(["b/search = b:search"]);
    expect(diff.removed.map(({ canonical }) => canonical)).toEqual(["search"]);
    expect(diff.added).toEqual([]);
  });

  test("L4: what comes back is a newcomer: it gets its name if nobody else has it by now", () => {
    const before = started("prefix", list("a", "search"), list("b")).next;
    const gone = update(before, listed(list("a"))).next;
    expect(names(update(gone, listed(list("a", "search"))).next)).toEqual(["search = a:search"]);
    const taken = update(gone, listed(list("b", "search"))).next;
    expect(names(update(taken, listed(list("a", "search"))).next)).toEqual([
      "a/search = a:search",
      "search = b:search",
    ]);
  });

  test("L4: under reject a collision after start-up quarantines the newcomer and tells both names", () => {
    const before = started("reject", list("a", "search"), list("b", "read")).next;
    const { next, diff } = update(before, listed(list("b", "read", "search")));
    expect(names(next)).toEqual(["search = a:search", "read = b:read"]);
    expect(diff.quarantined).toMatchObject([
      { peer: "b", local: "search", kind, reason: "collision", scope: "entry", holder: "a" },
    ]);
    expect(diff.quarantined[0]?.message).toBe(
      `${subject} "search" of server "b" is left out: the name "search" belongs to a ${kind} of server "a". Exclude one of the two, or choose the policy prefix.`,
    );
    expect(diff.collisions).toMatchObject([
      { local: "search", holder: "a", peer: "b", canonical: undefined },
    ]);
  });

  test("L4: under reject a server that was down at start-up is late, not an error", () => {
    const registry = create({ policy: "reject", peers });
    const first = update(registry, listed(list("b", "search"))).next;
    const { next } = update(first, listed(list("a", "search")));
    expect(names(next)).toEqual(["search = b:search"]);
    expect(reasons(next)).toEqual(["a:search collision"]);
  });

  test("a start-up batch without any list is start-up all the same", () => {
    const first = update(create({ policy: "reject", peers }), listed()).next;
    const { next } = update(first, listed(list("a", "search"), list("b", "search")));
    expect(reasons(next)).toEqual(["b:search collision"]);
  });

  test("what is in quarantine for its name gets it as soon as the holder is gone", () => {
    const before = started("reject", list("a", "search"), list("b")).next;
    const blocked = update(before, listed(list("b", "search"))).next;
    const { next, diff } = update(blocked, { type: "removed", peer: "a" });
    expect(names(next)).toEqual(["search = b:search"]);
    expect(diff.added.map(({ canonical }) => canonical)).toEqual(["search"]);
    expect(quarantined(next)).toEqual([]);
  });

  test("a new server does not take a name that merely looks like its own", () => {
    const before = started("prefix", list("a", "b/search", "search")).next;
    expect(names(before)).toEqual(["b/search = a:b/search", "search = a:search"]);
    const declared = update(before, { type: "declared", peer: { name: "b" } });
    expect(isEmptyDiff(declared.diff)).toBe(true);
    const { next, diff } = update(declared.next, listed(list("b", "read", "search")));
    expect(names(next)).toEqual(["b/search = a:b/search", "search = a:search", "read = b:read"]);
    expect(diff.quarantined).toMatchObject([
      { peer: "b", local: "search", reason: "name_held", holder: "a" },
    ]);
  });

  test("a server that joins comes last in declared order", () => {
    const before = started("prefix", list("b", "search")).next;
    const declared = update(before, { type: "declared", peer: { name: "a" } }).next;
    const { next } = update(declared, listed(list("a", "read", "search"), list("b", "search")));
    expect(names(next)).toEqual(["search = b:search", "read = a:read", "a/search = a:search"]);
  });

  test("a name that one peer gives up and another takes in one batch does not depend on their order", () => {
    const before = started("prefix", list("a"), list("b", "search")).next;
    const { next, diff } = update(before, listed(list("a", "search"), list("b", "find")));
    expect(names(next)).toEqual(["search = a:search", "find = b:find"]);
    expect(diff.removed).toMatchObject([{ canonical: "search", peer: "b" }]);
    expect(diff.added).toMatchObject([
      { canonical: "search", peer: "a" },
      { canonical: "find", peer: "b" },
    ]);
  });

  test("an event leaves the registry it was applied to as it was", () => {
    const before = started("prefix", list("a", "search"), list("b", "search")).next;
    const was = names(before);
    update(before, listed(list("a", "x"), list("b", "y")));
    update(before, { type: "replaced", peer: { name: "a" } });
    update(before, { type: "removed", peer: "a" });
    expect(names(before)).toEqual(was);
  });
});
