import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type FieldProblemCode,
  INPUT_LIMITS,
  type InputProblemCode,
  type UrlWarning,
} from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The cells of the tables under a heading. */
function rows(heading: string): readonly (readonly string[])[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| `.*\|$/gm)].map(([line]) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

function names(heading: string): readonly (string | undefined)[] {
  return rows(heading).map(([name]) => name);
}

test("the README lists every problem, problem of a field and warning of a URL", () => {
  const problems: Record<InputProblemCode, true> = {
    invalid_result: true,
    unknown_method: true,
    not_declared: true,
    invalid_request: true,
    limit_exceeded: true,
    rate_limited: true,
    unsafe_url: true,
    declined: true,
    invalid_answer: true,
    handler_failed: true,
    aborted: true,
  };
  const fields: Record<FieldProblemCode, true> = {
    missing: true,
    unknown: true,
    type: true,
    option: true,
    length: true,
    range: true,
    count: true,
    format: true,
  };
  const warnings: Record<UrlWarning, true> = { insecure: true, punycode: true };
  expect(names("Problems")).toEqual(Object.keys(problems));
  expect(names("Problems of a field")).toEqual(Object.keys(fields));
  expect(names("URLs")).toEqual(Object.keys(warnings));
});

test("the README's limits are those that hold", () => {
  const limits = rows("Limits").map(([name, limit]) => [name, Number(limit?.replaceAll(",", ""))]);
  expect(Object.fromEntries(limits)).toEqual(INPUT_LIMITS);
});
