import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { CALL, ROWS } from "./support/case-rows.js";
import { caseServer } from "./support/cases.js";
import { config, folder } from "./support/config.js";
import { LISTENING_ROWS } from "./support/listening-rows.js";
import { runHere } from "./support/run-here.js";

it.each([...ROWS, ...LISTENING_ROWS].map((row) => [row.name, row] as const))(
  "%s",
  async (_name, row) => {
    const { server, sent } = caseServer(row.of, row.before);
    const file = config({ a: { ...server, ...row.server } });
    const answers = join(folder(), "answers.json");
    writeFileSync(answers, '{ "name": "x" }');
    const args = row.args.map((word) => (word === "ANSWERS" ? answers : word));
    const run = await runHere([...args, "-c", file]);
    expect(run).toMatchObject({ code: row.code });
    expectText(run.stdout, row.stdout);
    // A machine that is busy says who it waits for.
    expectText(run.stderr.replaceAll(/^Still waiting .*\n/gm, ""), row.stderr);
    const messages = row.never === undefined && row.sends === undefined ? [] : sent();
    if (row.never !== undefined) expect(messages.join("\n")).not.toMatch(row.never);
    if (row.sends !== undefined) expect(messages.join("\n")).toMatch(row.sends);
  },
);

/** A text stands for all of what is printed. */
function expectText(actual: string, expected: string | RegExp | undefined): void {
  if (typeof expected === "string") expect(actual).toBe(expected);
  else if (expected !== undefined) expect(actual).toMatch(expected);
}

it("P4: no process of a server that ignores the end of its stdin and SIGTERM is left", async () => {
  const mark = `case-${process.pid}-${performance.now()}`;
  const { server } = caseServer("P4");
  const shell = { command: "sh", args: ["-c", '"$0" "$@"; true', server.command, ...server.args] };
  const file = config({ a: { ...shell, env: { CASE_MARK: mark } } });
  const { code, stdout } = await runHere([...CALL, "-c", file]);
  expect({ code, stdout }).toEqual({ code: EXIT.ok, stdout: "done\n" });
  expect(processesWith(`CASE_MARK=${mark}`)).toEqual([]);
});

/** Processes that have this among their variables. */
function processesWith(variable: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(variable);
    } catch {
      return false;
    }
  });
}
