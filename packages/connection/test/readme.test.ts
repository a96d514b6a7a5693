import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ConnectionErrorCode, ExchangeOutcome, FaultCode } from "../src/index.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const FAULTS: Record<FaultCode, true> = {
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
  too_large: true,
  unknown_id: true,
  server_request: true,
  absent_result_type: true,
  invalid_notification: true,
};

const ERRORS: Record<ConnectionErrorCode, true> = {
  already_settled: true,
  duplicate_id: true,
  invalid_deadline: true,
  too_many_pending: true,
};

const OUTCOMES: Record<ExchangeOutcome["type"], true> = {
  response: true,
  stream_ended: true,
  cancelled_by_server: true,
  timed_out: true,
  closed: true,
  malformed: true,
  too_large: true,
  unreachable: true,
  http_status: true,
  aborted: true,
};

function codesUnder(heading: string): string[] {
  const section = readme.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map((match) => match[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ""));
}

test("the README lists exactly the codes of faults and errors, and the outcomes", () => {
  expect(codesUnder("Faults").sort()).toEqual(Object.keys(FAULTS).sort());
  expect(codesUnder("Errors").sort()).toEqual(Object.keys(ERRORS).sort());
  const outcomes = readme.match(/how a request ended: (.*) \|/)?.[1] ?? "";
  expect([...outcomes.matchAll(/`(\w+)`/g)].map((match) => match[1])).toEqual(
    Object.keys(OUTCOMES),
  );
});
