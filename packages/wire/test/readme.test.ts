import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { InvalidCode, WireErrorCode } from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The codes in the first column of the table whose first heading is given. */
function table(heading: string): string[] {
  const [, after = ""] = readme.split(new RegExp(`^\\| ${heading} +\\|`, "m"));
  const [rows = ""] = after.split("\n\n");
  return [...rows.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code ?? "");
}

it("the README lists every code of an invalid frame", () => {
  const codes: Record<InvalidCode, true> = {
    not_utf8: true,
    not_json: true,
    byte_order_mark: true,
    not_an_object: true,
    wrong_jsonrpc: true,
    invalid_id: true,
    null_id: true,
    invalid_method: true,
    invalid_params: true,
    invalid_result: true,
    invalid_error: true,
    result_and_error: true,
    no_content: true,
  };
  expect(table("invalid code")).toEqual(Object.keys(codes));
});

it("the README lists every code of WireError", () => {
  const codes: Record<WireErrorCode, true> = {
    not_serializable: true,
    invalid_id: true,
    invalid_meta_key: true,
    invalid_meta_value: true,
    invalid_limit: true,
  };
  expect(table("error code")).toEqual(Object.keys(codes));
});
