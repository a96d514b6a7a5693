import { expect, test } from "vitest";
import { nearest } from "../src/index.js";
import { forBothKinds } from "./fixtures.js";

forBothKinds(({ list, started }) => {
  const { next } = started(
    "prefix",
    list("everything", "echo", "list_files", "search"),
    list("web", "search", "fetch"),
  );

  test.each<[string, string, readonly string[]]>([
    ["a wrong letter", "ecko", ["echo"]],
    ["a wrong letter after a server's name", "everything/ecko", ["echo"]],
    ["a prefix that the name does not have", "everything/list_files", ["list_files"]],
    ["a prefix of an unknown server", "files/list_files", ["list_files"]],
    ["two letters swapped", "saerch", ["search", "web/search"]],
    [
      "the namesake at the server that the name begins with first",
      "web/serch",
      ["web/search", "search"],
    ],
    ["another case", "LIST_FILES", ["list_files"]],
    ["a letter too many", "fetchh", ["fetch"]],
    ["two slips in five letters is not", "sxrcx", []],
    ["two slips in nine", "lits_fils", ["list_files"]],
    ["nothing like it", "calculate", []],
    ["the empty name", "", []],
  ])("%s is recognised: %s", (_, name, expected) => {
    expect(nearest(next, name)).toEqual(expected);
  });

  test("no more than the limit is suggested", () => {
    expect(nearest(next, "saerch", 1)).toEqual(["search"]);
  });

  test("overlong names are neither looked up nor suggested", () => {
    const long = started("prefix", list("a", "x".repeat(129))).next;
    expect(nearest(long, "x".repeat(128))).toEqual([]);
    expect(nearest(long, "x".repeat(129))).toEqual([]);
  });
});
