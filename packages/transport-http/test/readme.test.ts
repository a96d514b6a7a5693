import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { HttpTransportErrorCode } from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const ERRORS: Record<HttpTransportErrorCode, true> = {
  invalid_url: true,
  insecure_url: true,
  invalid_header: true,
  reserved_header: true,
  invalid_limit: true,
};

test("the README lists exactly the codes of errors", () => {
  const table = readme.slice(readme.search(/^\| code +\|/m)).split("\n\n")[0] ?? "";
  const codes = [...table.matchAll(/^\| `([^`]+)` +\|/gm)].map((match) => match[1]);
  expect(codes).toEqual(Object.keys(ERRORS));
});
