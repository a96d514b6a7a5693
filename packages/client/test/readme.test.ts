import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ClientErrorCode, IconRefusal } from "../src/index.js";

const CODES: Record<ClientErrorCode, true> = {
  duplicate_server: true,
  invalid_server_name: true,
  invalid_option: true,
  unknown_server: true,
  client_closed: true,
  collision_rejected: true,
  unknown_tool: true,
  unknown_prompt: true,
  not_declared: true,
  invalid_method: true,
  resource_not_found: true,
  list_failed: true,
  denied: true,
  invalid_arguments: true,
  unchecked_result: true,
  peer_unavailable: true,
  connection_closed: true,
  timed_out: true,
  aborted: true,
  rpc_error: true,
  malformed_response: true,
  url_required: true,
  unauthorized: true,
  http_status: true,
  too_large: true,
  input_required: true,
  input_failed: true,
  input_timed_out: true,
  too_many_rounds: true,
  invalid_result: true,
};

test("the README lists exactly the codes of ClientError", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const table = readme.split("## Errors")[1]?.split("`PeerReport.reason`")[0] ?? "";
  const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  expect(listed.sort()).toEqual(Object.keys(CODES).sort());
});

const REFUSALS: Record<IconRefusal, true> = {
  not_a_url: true,
  too_long: true,
  scheme: true,
  credentials: true,
  origin: true,
  media_type: true,
  not_base64: true,
};

test("the README lists exactly the refusals of icons", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const table = readme.split("## Icons")[1]?.split("## ")[0] ?? "";
  const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  expect(listed).toEqual(Object.keys(REFUSALS));
});
