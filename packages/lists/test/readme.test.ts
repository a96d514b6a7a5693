import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type FailureKind,
  type ListProblemCode,
  type ListsErrorCode,
  MAX_TTL_MS,
  type Reading,
  type StoreFaultCode,
} from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The names in the first column of the tables under a heading, in order. */
function rows(heading: string): readonly string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1] ?? "");
}

test("the README lists every problem and every error code", () => {
  const problems: Record<ListProblemCode, true> = {
    cursor_loop: true,
    too_many_pages: true,
    too_many_items: true,
    list_too_large: true,
    invalid_page: true,
    rpc_error: true,
    exchange: true,
    unavailable: true,
  };
  const errors: Record<ListsErrorCode, true> = { invalid_limit: true, duplicate_kind: true };
  expect(rows("Problems")).toEqual(Object.keys(problems));
  expect(rows("Errors")).toEqual(Object.keys(errors));
});

test("the README lists every reading, kind of failure and fault of a store", () => {
  const readings: Record<Reading<unknown, unknown>["type"], true> = {
    current: true,
    outdated: true,
    stale: true,
    failed: true,
    aborted: true,
  };
  const failures: Record<FailureKind, true> = { outage: true, refused: true, given_up: true };
  const faults: Record<StoreFaultCode, true> = {
    store_failed: true,
    store_timed_out: true,
    invalid_entry: true,
  };
  expect(rows("Readings")).toEqual(Object.keys(readings));
  expect(rows("Failures")).toEqual(Object.keys(failures));
  expect(rows("Store faults")).toEqual(Object.keys(faults));
});

test("the README's bound on freshness is the one that holds", () => {
  expect(readme).toContain(`| 24 hours (${MAX_TTL_MS.toLocaleString("en-US")} ms)`);
});
