import { readFileSync } from "node:fs";
import type { SubscriptionEvent } from "@x/subscriptions";
import { expect, it } from "vitest";
import { CliError, type CliErrorCode } from "../src/cli-error.js";
import { COMMANDS } from "../src/commands.js";
import { EXIT, INTERRUPTED } from "../src/exit-code.js";
import { failureKind, PHASES } from "../src/failure-kind.js";
import type { NameReasonCode } from "../src/name-reason.js";
import type { TraceFault } from "../src/trace-story.js";
import { runHere } from "./support/run-here.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the README lists every exit code, in order", () => {
  const [, after = ""] = readme.split(/^\| exit code +\|/m);
  const [rows = ""] = after.split("\n\n");
  const listed = [...rows.matchAll(/^\| `(\d+)` +\|/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual([...Object.values(EXIT), ...Object.values(INTERRUPTED)]);
});

it("the help lists every exit code", async () => {
  const { stdout: table } = await runHere(["help", "exit-codes"]);
  const listed = [...table.matchAll(/^ {2}(\d) {2}/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(EXIT));
  expect(table).toContain(`${Object.values(INTERRUPTED).join(", ")}: `);
});

it("the README lists every phase, in order", () => {
  const [, after = ""] = readme.split(/^\| phase +\|/m);
  const [rows = ""] = after.split("\n\n");
  const listed = [...rows.matchAll(/^\| `(\w+)` +\|/gm)].map(([, phase]) => phase);
  expect(listed).toEqual(PHASES);
});

it("the README lists every code of the command line itself, with its exit code", () => {
  const [, after = ""] = readme.split(/^\| code +\| what is wrong/m);
  const [rows = ""] = after.split("\n\n");
  const listed = [...rows.matchAll(/^\| `(\w+)` .* `(\d)` +\|$/gm)];
  const exits = listed.map(([, code = "", exit]) => [code, Number(exit)]);
  const codes = Object.keys(CODES) as CliErrorCode[];
  expect(exits).toEqual(
    codes.map((code) => [code, failureKind(new CliError("", { code })).exitCode]),
  );
});

const CODES: { readonly [code in CliErrorCode]: true } = {
  invalid_usage: true,
  no_working_directory: true,
  config_not_readable: true,
  no_configuration: true,
  input_missing: true,
  invalid_server: true,
  unusable_server: true,
  invalid_argument: true,
  unknown_server: true,
  unknown_tool: true,
  not_one_content: true,
  not_saved: true,
  file_exists: true,
  not_legacy: true,
  not_confirmed: true,
  same_file: true,
  trace_not_writable: true,
  trace_not_readable: true,
  invalid_trace: true,
  nothing_to_hear: true,
  answers_not_readable: true,
  invalid_answers: true,
  authorization_required: true,
  unavailable: true,
  input_required: true,
  timed_out: true,
  answer_too_large: true,
  not_base64: true,
  save_failed: true,
  not_told: true,
};

it("the README has a section for every command", () => {
  const sections = [...readme.matchAll(/^## `(\w+)`$/gm)].map(([, command]) => command);
  const names = COMMANDS.map(({ name }) => name).filter((name) => name !== "help");
  expect(sections.toSorted()).toEqual(names.toSorted());
});

it("the README lists every reason of a name, and every fault in a trace", () => {
  expect(listedUnder("reason")).toEqual(Object.keys(REASONS));
  expect(listedUnder("fault").toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

/** The codes in the first column of the table whose first column is called so. */
function listedUnder(column: string): readonly (string | undefined)[] {
  const [, after = ""] = readme.split(new RegExp(`^\\| ${column} +\\|`, "m"));
  const [rows = ""] = after.split("\n\n");
  return [...rows.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code);
}

const REASONS: { readonly [reason in NameReasonCode]: true } = {
  only: true,
  first: true,
  held: true,
  collision: true,
  looks_prefixed: true,
  prefix_always: true,
  kept: true,
};

const FAULTS: { readonly [fault in TraceFault]: true } = {
  foreign_id: true,
  second_answer: true,
  invalid_message: true,
  server_request: true,
};

it("the README lists every event that listen prints", () => {
  const [, after = ""] = readme.split(/^\| `type` +\|/m);
  const [rows = ""] = after.split("\n\n");
  const listed = [...rows.matchAll(/^\| (`[\w`, ]+) +\|/gm)].flatMap(([, types = ""]) =>
    [...types.matchAll(/`(\w+)`/g)].map(([, type]) => type),
  );
  expect(listed.toSorted()).toEqual(Object.keys(EVENTS).toSorted());
});

const EVENTS: { readonly [type in SubscriptionEvent["type"]]: true } = {
  acknowledged: true,
  tools_changed: true,
  prompts_changed: true,
  resources_changed: true,
  resource_updated: true,
  may_have_changed: true,
  ended: true,
  lost: true,
  refused: true,
  overflow: true,
};
