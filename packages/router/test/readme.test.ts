import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CallOutcome, RequestOutcome, RouterErrorCode } from "../src/index.js";

const ERRORS: Record<RouterErrorCode, true> = { invalid_arguments: true };

const OUTCOMES: Record<CallOutcome["type"] | RequestOutcome<object>["type"], true> = {
  result: true,
  input_required: true,
  input_failed: true,
  input_timed_out: true,
  too_many_rounds: true,
  rpc_error: true,
  invalid_result: true,
  no_response: true,
  unavailable: true,
  unknown_tool: true,
  invalid_arguments: true,
  unchecked_result: true,
  denied: true,
  undeclared: true,
};

test("the README lists exactly the outcomes and the codes of RouterError", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [outcomes = "", errors = ""] = readme.split("## Outcomes")[1]?.split("## Errors") ?? [];
  const first = (text: string): (string | undefined)[] =>
    [...text.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  expect(first(outcomes)).toEqual(Object.keys(OUTCOMES));
  expect(first(errors)).toEqual(Object.keys(ERRORS));
});
