import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ConfigErrorCode } from "../src/index.js";

const CODES: Readonly<Record<ConfigErrorCode, true>> = {
  not_json: true,
  invalid: true,
  unresolved_variable: true,
  unreadable_env_file: true,
  invalid_server_name: true,
};

test("the README's table of error codes has every code and no other", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const section = readme.split("## Error codes")[1]?.split("\n## ")[0] ?? "";
  const codes = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1]);
  expect(codes).toEqual(Object.keys(CODES));
});
