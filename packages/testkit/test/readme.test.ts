import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  caseNames,
  HTTP_FAULTS,
  type HttpStyle,
  parseTranscript,
  type TestkitErrorCode,
  TRAITS,
} from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const ERRORS: Record<TestkitErrorCode, true> = {
  invalid_transcript: true,
  unknown_case: true,
  needs_process: true,
  needs_log: true,
  contract_violated: true,
};

/** What stands in code in the first column of a table that has this head. */
function firstColumn(head: string): readonly string[] {
  const table = readme.slice(readme.search(new RegExp(`^\\| ${head} +\\|`, "m"))).split("\n\n")[0];
  return [...(table ?? "").matchAll(/^\| `([^`]+)` +\|/gm)].map((match) => match[1] ?? "");
}

test("the README lists exactly the codes of errors", () => {
  expect(firstColumn("code")).toEqual(Object.keys(ERRORS));
});

test("the README lists exactly the faults of HTTP", () => {
  expect(firstColumn("fault")).toEqual(Object.keys(HTTP_FAULTS));
});

test("the README lists exactly the styles of HTTP", () => {
  const styles: Record<HttpStyle["style"], true> = { modern: true, legacy: true, sse: true };
  expect(firstColumn("style")).toEqual(Object.keys(styles));
});

test("the README lists exactly the traits", () => {
  expect(firstColumn("trait")).toEqual([...TRAITS]);
});

test("the README lists exactly the marks that a transcript knows", () => {
  const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
  const known = [...printable, "<<", "2>"].filter((mark) => {
    try {
      parseTranscript(mark);
      return true;
    } catch (error) {
      return !String(error).includes("begins with no mark");
    }
  });
  expect([...new Set(firstColumn("mark"))].sort()).toEqual(known.sort());
});

test("the README names every group of cases", () => {
  const groups = firstColumn("names").map((name) => name.charAt(0));
  expect([...groups].sort()).toEqual(
    [...new Set(caseNames().map((name) => name.charAt(0)))].sort(),
  );
});
