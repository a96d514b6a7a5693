import { expect, test } from "vitest";
import { readOptions } from "../src/options.js";
import { SCENARIOS } from "../src/scenarios.js";

const ALL = SCENARIOS.map(({ name }) => name);

test("without arguments everything is run in full and written to the current directory", () => {
  expect(readOptions([])).toEqual({ size: "full", scenarios: ALL, out: "bench-result.json" });
});

test("--only may be given more than once; the scenarios keep their order", () => {
  const options = readOptions(["--only", "latency", "--quick", "--only", "bundle"]);
  expect(options).toMatchObject({ size: "quick", scenarios: ["bundle", "latency"] });
});

test.each(["stdio", "http"])("--only %s is all scenarios over it", (group) => {
  const names = SCENARIOS.filter((scenario) => scenario.group === group).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(1);
  expect(readOptions(["--only", group])).toMatchObject({ scenarios: names });
});

test("--help is answered with the usage and exit code 0", () => {
  const note = { type: "usage", exitCode: 0, message: expect.stringMatching(/^usage: /) };
  expect(readOptions(["--help"])).toEqual(note);
});

test.each([
  [["--only", "latencies"], 'There is no scenario "latencies".'],
  [["--fast"], "--fast"],
  [["--out"], "--out"],
  [["quick"], "quick"],
])("%j is a flaw that is named together with the usage", (args, named) => {
  const note = readOptions(args);
  expect(note).toMatchObject({ type: "usage", exitCode: 2 });
  if (!("type" in note)) throw new Error("no note");
  expect(note.message).toContain(named);
  expect(note.message).toContain(ALL.join(", "));
});
