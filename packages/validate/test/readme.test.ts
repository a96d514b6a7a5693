import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DIALECTS, type ValidateErrorCode, type Verdict } from "../src/index.js";

const VERDICTS: Readonly<Record<Verdict["verdict"], true>> = {
  valid: true,
  invalid: true,
  unsupported_dialect: true,
  bad_schema: true,
  too_complex: true,
  timed_out: true,
  unavailable: true,
};

const CODES: Readonly<Record<ValidateErrorCode, true>> = { not_json: true, invalid_option: true };

/** The first column of the table under a heading of the README. */
function column(heading: string): readonly (string | undefined)[] {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const section = readme.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| `?([\w-]+)`? +\|/gm)].slice(2).map((match) => match[1]);
}

test("the README's table of verdicts has every verdict and no other", () => {
  expect(column("Verdicts")).toEqual(Object.keys(VERDICTS));
});

test("the README's table of dialects has every dialect and no other", () => {
  expect(column("Dialects")).toEqual(DIALECTS);
});

test("the README's table of error codes has every code and no other", () => {
  expect(column("Error codes")).toEqual(Object.keys(CODES));
});
