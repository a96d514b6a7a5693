import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SdkBridgeErrorCode } from "../src/index.js";

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");

/** The list is complete by its type: a new code fails the type check here. */
const codes: Record<SdkBridgeErrorCode, true> = {
  already_started: true,
  not_connected: true,
  invalid_message: true,
  open_failed: true,
  no_answer: true,
  connection_closed: true,
  peer_fault: true,
};

test("The README's table has every error code, and no other", () => {
  const [, section = ""] = readme.split("## Error codes");
  const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code);
  expect(documented).toEqual(Object.keys(codes));
});

test("the package takes nothing but types from the official ones", () => {
  const src = join(import.meta.dirname, "..", "src");
  const sources = readdirSync(src).map((file) => readFileSync(join(src, file), "utf8"));
  const imports = sources.flatMap((source) => source.match(/^import[^;]*"@modelcontextprotocol/gm));
  expect(imports.filter((one) => one !== null)).toEqual([
    expect.stringMatching(/^import type /),
    expect.stringMatching(/^import type /),
  ]);
});
