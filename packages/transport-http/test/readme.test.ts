import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { HttpTransportErrorCode, HttpTransportOptions } from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const ERRORS: Record<HttpTransportErrorCode, true> = {
  invalid_url: true,
  insecure_url: true,
  invalid_header: true,
  reserved_header: true,
  invalid_limit: true,
};

const OPTIONS: Record<keyof HttpTransportOptions, true> = {
  url: true,
  headers: true,
  authorize: true,
  allowInsecure: true,
  listen: true,
  maxMessageBytes: true,
  maxPending: true,
  inputMs: true,
  send: true,
};

test("the README lists exactly the codes of errors", () => {
  expect(firstColumn("code")).toEqual(Object.keys(ERRORS));
});

test("the README lists exactly the options of httpTransport", () => {
  expect(firstColumn("option")).toEqual(Object.keys(OPTIONS));
});

/** What is named in the table whose first column has this title. */
function firstColumn(title: string): readonly (string | undefined)[] {
  const start = readme.search(new RegExp(`^\\| ${title} +\\|`, "m"));
  const table = readme.slice(start).split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `([^`]+)` +\|/gm)].map((match) => match[1]);
}
