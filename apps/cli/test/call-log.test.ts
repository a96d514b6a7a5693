import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded } from "./support/config.js";
import { runHere } from "./support/run-here.js";

const LOGS = { declares: { logging: {} }, tools: ["work"] };
const ENV = { env: { TOKEN: "tok-51f0a7c2" } };
const LINES =
  "a worker: warning: using [redacted]\\u001b[2J\n" + 'a worker: warning: {"files":2}\n';

it.each([
  { era: "modern", more: {} },
  { era: "legacy", more: { allowLegacy: true } },
] as const)(
  "--log prints what a $era server logs during the call, a line each on stderr, harmless and without secrets",
  async ({ era, more }) => {
    const file = config({ a: embedded({ ...LOGS, era }, { ...ENV, ...more }) });
    const args = ["call", "a/work", "--config", file];
    const run = await runHere([...args, "--log", "warning"]);
    expect(run).toEqual({ code: EXIT.ok, stdout: "done\n", stderr: LINES });
    const json = await runHere([...args, "--log", "warning", "--json"]);
    expect(json.stderr).toBe(LINES);
    expect(JSON.parse(json.stdout)).toMatchObject({ content: [{ text: "done" }] });
    const silent = await runHere(args);
    expect(silent).toEqual({ code: EXIT.ok, stdout: "done\n", stderr: "" });
  },
);

it("a server that does not declare logs is called all the same, and that is told", async () => {
  const legacy = embedded({ tools: ["work"], era: "legacy" }, { allowLegacy: true });
  const run = await runHere(["call", "work", "--log", "info", "--config", config({ a: legacy })]);
  expect(run).toEqual({
    code: EXIT.ok,
    stdout: "done\n",
    stderr: "a does not declare that it logs.\n",
  });
});

it("a legacy server that refuses to log is called all the same, and that is told", async () => {
  const script = { ...LOGS, era: "legacy", silentOn: ["logging/setLevel"] } as const;
  const file = config({ a: embedded(script, { allowLegacy: true }) });
  const run = await runHere([
    "call",
    "work",
    "--log",
    "info",
    "--timeout",
    "0.3",
    "--config",
    file,
  ]);
  expect(run).toMatchObject({ code: EXIT.ok, stdout: "done\n" });
  expect(run.stderr).toContain("a does not log as asked: ");
});
