import { expect, test } from "vitest";
import { collisions, RegistryError, resolve, update } from "../src/index.js";
import { forBothKinds, listed, names, reasons } from "./fixtures.js";

forBothKinds(({ kind, create, one, list, started }) => {
  test("L3: under prefix the first in declared order keeps the name, later ones are prefixed", () => {
    const { next, diff } = started("prefix", list("a", "search"), list("b", "search", "read"));
    expect(names(next)).toEqual(["search = a:search", "read = b:read", "b/search = b:search"]);
    expect(diff.collisions).toEqual(collisions(next));
    expect(collisions(next)).toEqual([
      {
        kind,
        local: "search",
        holder: "a",
        peer: "b",
        canonical: "b/search",
        message: `Servers "a" and "b" both offer a ${kind} "search": that of "a" keeps the name, that of "b" is called "b/search".`,
      },
    ]);
  });

  test("L3: declared order decides, whatever order the lists arrive in", () => {
    const registry = create({ peers: [{ name: "a" }, { name: "b" }] });
    const { next } = update(registry, listed(list("b", "search"), list("a", "search")));
    expect(names(next)).toEqual(["search = a:search", "b/search = b:search"]);
  });

  test("L3: under prefix-always every name is prefixed, and nothing collides", () => {
    const { next } = started("prefix-always", list("a", "search"), list("b", "search"));
    expect(names(next)).toEqual(["a/search = a:search", "b/search = b:search"]);
    expect(collisions(next)).toEqual([]);
  });

  test("L3: under reject a collision at start-up is an error that names the tool and both peers", () => {
    const registry = create({ policy: "reject", peers: [{ name: "a" }, { name: "b" }] });
    const start = () => update(registry, listed(list("b", "search"), list("a", "search")));
    expect(start).toThrow(RegistryError);
    expect(start).toThrow(
      expect.objectContaining({ code: "collision_rejected", local: "search", peers: ["a", "b"] }),
    );
    expect(start).toThrow(`"a" and "b" both offer a ${kind} "search"`);
  });

  test("L3: under reject servers without a name in common start, and no name is prefixed", () => {
    const { next } = started("reject", list("a", "search"), list("b", "read"));
    expect(names(next)).toEqual(["search = a:search", "read = b:read"]);
  });

  test("L3: a name that looks like a prefixed one of a declared server is prefixed itself", () => {
    const { next } = started("prefix", list("a", "b/search", "search"), list("b", "search"));
    expect(names(next)).toEqual([
      "a/b/search = a:b/search",
      "search = a:search",
      "b/search = b:search",
    ]);
    expect(resolve(next, "b/search")?.peer).toBe("b");
  });

  test("L3: a name that looks like a prefixed one of its own server is prefixed too", () => {
    const { next } = started("prefix", list("z", "search"), list("a", "a/search", "search"));
    expect(names(next)).toEqual([
      "search = z:search",
      "a/a/search = a:a/search",
      "a/search = a:search",
    ]);
  });

  test("L3: a slash in a name that begins with no declared server is only a character", () => {
    const { next } = started("prefix", list("a", "files/read", "/read"));
    expect(names(next)).toEqual(["/read = a:/read", "files/read = a:files/read"]);
  });

  test("L3: instances that report the same server name are told apart by their configured names", () => {
    const claim = { _meta: { "io.modelcontextprotocol/serverInfo": { name: "files" } } };
    const { next } = started(
      "prefix",
      ...["one", "two", "three"].map((peer) => ({ peer, items: [one("search", claim)] })),
    );
    expect(names(next)).toEqual([
      "search = one:search",
      "two/search = two:search",
      "three/search = three:search",
    ]);
  });

  test("L3: of two with one name in one list one stays, the same in either order", () => {
    const first = one("search", { description: "Searches files." });
    const second = one("search", { description: "Searches the web." });
    const forwards = started("prefix", { peer: "a", items: [first, second] }).next;
    const backwards = started("prefix", { peer: "a", items: [second, first] }).next;
    expect(reasons(forwards)).toEqual(["a:search duplicate_name"]);
    expect(resolve(forwards, "search")).toEqual(resolve(backwards, "search"));
    expect(reasons(backwards)).toEqual(reasons(forwards));
  });

  test.each([
    ["with a slash", "a/b"],
    ["that is empty", ""],
    ["with a line feed", "a\nb"],
    ["with an escape character", "a\u001b[1m"],
    ["with a C1 control character", "a\u009b"],
  ])("L3: a server name %s is a configuration error", (_, name) => {
    const code = "invalid_peer_name";
    expect(() => create({ peers: [{ name }] })).toThrow(expect.objectContaining({ code }));
    const registry = create({ peers: [] });
    expect(() => update(registry, { type: "declared", peer: { name } })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test("two servers of one name are a configuration error, also when the second joins later", () => {
    const code = "duplicate_peer";
    expect(() => create({ peers: [{ name: "a" }, { name: "a" }] })).toThrow(
      expect.objectContaining({ code }),
    );
    const registry = create({ peers: [{ name: "a" }] });
    expect(() => update(registry, { type: "declared", peer: { name: "a" } })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test("a list of an undeclared server, or two of one in an event, is the caller's mistake", () => {
    const registry = create({ peers: [{ name: "a" }] });
    expect(() => update(registry, listed(list("b", "x")))).toThrow(
      expect.objectContaining({ code: "unknown_peer" }),
    );
    expect(() => update(registry, { type: "replaced", peer: { name: "b" } })).toThrow(
      expect.objectContaining({ code: "unknown_peer" }),
    );
    expect(() => update(registry, { type: "removed", peer: "b" })).toThrow(
      expect.objectContaining({ code: "unknown_peer" }),
    );
    expect(() => update(registry, listed(list("a", "x"), list("a", "y")))).toThrow(
      expect.objectContaining({ code: "duplicate_peer" }),
    );
  });

  test("T07: names that differ in case are different names", () => {
    const { next } = started("prefix", list("a", "search"), list("b", "Search"));
    expect(names(next)).toEqual(["search = a:search", "Search = b:Search"]);
  });

  test("T23: what a peer has is in order of code point, which is not the order of UTF-16", () => {
    const { next } = started("prefix", list("a", "\u{1f600}", "b", "\uff5e", "B", "a", "_", "é"));
    expect(names(next).map((name) => name.split(" ")[0])).toEqual([
      "B",
      "_",
      "a",
      "b",
      "é",
      "\uff5e",
      "\u{1f600}",
    ]);
  });

  test("a name from a prototype is a name like any other", () => {
    const { next } = started(
      "prefix",
      list("a", "__proto__", "constructor"),
      list("b", "toString"),
    );
    expect(resolve(next, "__proto__")?.peer).toBe("a");
    expect(resolve(next, "toString")?.peer).toBe("b");
    expect(resolve(next, "hasOwnProperty")).toBeUndefined();
  });
});
