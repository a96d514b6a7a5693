import { expect, test } from "vitest";
import { entries, quarantined, update } from "../src/index.js";
import { forBothKinds, listed } from "./fixtures.js";

forBothKinds(({ create, one, list }) => {
  function seen(filter: { include?: readonly string[]; exclude?: readonly string[] }) {
    const registry = create({ peers: [{ name: "a", ...filter }] });
    const lists = listed(list("a", "files/read", "files/write", "search", "Search", "a*b"));
    return entries(update(registry, lists).next).map(({ local }) => local);
  }

  test.each<[string, Parameters<typeof seen>[0], readonly string[]]>([
    ["no filter", {}, ["Search", "a*b", "files/read", "files/write", "search"]],
    ["an exact name", { include: ["search"] }, ["search"]],
    ["a star, also over a slash", { include: ["f*e"] }, ["files/write"]],
    ["a star for nothing", { include: ["*search*"] }, ["search"]],
    ["several stars", { include: ["*i*/*e*d"] }, ["files/read"]],
    ["a lone star", { include: ["*"] }, ["Search", "a*b", "files/read", "files/write", "search"]],
    ["a pattern that covers a part only", { include: ["files", "earch", "a.b"] }, []],
    ["an empty include", { include: [] }, []],
    ["an empty pattern", { include: [""] }, []],
    ["an exclude", { exclude: ["files/*"] }, ["Search", "a*b", "search"]],
    ["exclude over include", { include: ["files/*"], exclude: ["*/write"] }, ["files/read"]],
  ])("%s lets in what it says", (_, filter, expected) => {
    expect(seen(filter)).toEqual(expected);
  });

  test("what is excluded is neither an entry nor in quarantine, nor in another's way", () => {
    const registry = create({
      policy: "reject",
      peers: [{ name: "a", exclude: ["search", "bad"] }, { name: "b" }],
    });
    const bad = one("bad", { title: 1 });
    const a = { peer: "a", items: [one("search"), bad] };
    const { next } = update(registry, listed(a, list("b", "search")));
    expect(entries(next)).toMatchObject([{ canonical: "search", peer: "b" }]);
    expect(quarantined(next)).toEqual([]);
  });

  test("a pattern of many stars takes no time to fail on a long name", () => {
    const exclude = [`${"*a".repeat(200)}*b`];
    const registry = create({ peers: [{ name: "a", exclude }] });
    const { next } = update(registry, listed(list("a", "a".repeat(512))));
    expect(entries(next)).toHaveLength(1);
  });
});
