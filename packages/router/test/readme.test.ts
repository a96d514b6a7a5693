import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type {
  CallOutcome,
  ContentFlawCode,
  RequestOutcome,
  RouterErrorCode,
} from "../src/index.js";

const ERRORS: Record<RouterErrorCode, true> = { invalid_option: true, invalid_arguments: true };

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
  unchecked_arguments: true,
  check_given_up: true,
  denied: true,
  undeclared: true,
};

const FLAWS: Record<ContentFlawCode, true> = {
  not_base64: true,
  no_media_type: true,
  no_resource: true,
  no_link: true,
};

test("the README lists exactly the outcomes, the flaws of content and the codes of RouterError", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const listed = (heading: string): (string | undefined)[] => {
    const [section = ""] = readme.split(`## ${heading}\n`)[1]?.split("\n## ") ?? [];
    return [...section.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  };
  expect(listed("Outcomes")).toEqual(Object.keys(OUTCOMES));
  expect(listed("Time, progress and consent")).toEqual(Object.keys(FLAWS));
  expect(listed("Errors")).toEqual(Object.keys(ERRORS));
});
