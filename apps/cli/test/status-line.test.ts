import { ManualClock } from "@x/connection";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { statusLine } from "../src/status-line.js";
import { config, embedded, server } from "./support/config.js";
import { ioFor, runHere } from "./support/run-here.js";
import { linesOf, traceFile } from "./support/trace.js";
import { xMcp } from "./support/x-mcp.js";

const CLEAR = "\r\u001b[K";

/** A status line of a terminal, and all that got to it, stdout between angle brackets. */
function shown(columns: number | undefined) {
  let all = "";
  const clock = new ManualClock();
  const controller = new AbortController();
  const line = statusLine(
    {
      ...ioFor({}),
      stdout: (text) => {
        all += `<${text}>`;
      },
      stderr: (text) => {
        all += text;
      },
      stderrColumns: () => columns,
      signal: controller.signal,
    },
    clock,
  );
  return { line, clock, controller, all: () => all };
}

it("rewrites its line, and is gone before anything else is printed", () => {
  const { line, clock, all } = shown(80);
  line.show?.("one");
  clock.advance(100);
  line.show?.("two");
  line.io.stderr("remark\n");
  clock.advance(100);
  line.show?.("three");
  line.io.stdout("answer\n");
  line.clear();
  expect(all()).toBe(`${CLEAR}one${CLEAR}two${CLEAR}remark\n${CLEAR}three${CLEAR}<answer\n>`);
});

it("clears nothing where nothing was shown, and shows ten states a second at most", () => {
  const { line, clock, all } = shown(80);
  line.io.stderr("remark\n");
  line.clear();
  line.show?.("one");
  clock.advance(99);
  line.show?.("two");
  clock.advance(1);
  line.show?.("three");
  line.clear();
  expect(all()).toBe(`remark\n${CLEAR}one${CLEAR}three${CLEAR}`);
});

it("stays on one line of the terminal, does nothing else to it, and is silent once the program is to end", () => {
  const { line, clock, controller, all } = shown(8);
  line.show?.("a\n\u001b[2J0123456789");
  clock.advance(100);
  line.show?.("進捗進捗進捗");
  controller.abort();
  clock.advance(100);
  line.show?.("never");
  expect(all()).toBe(`${CLEAR}a \\u001${CLEAR}進捗進`);
});

it("there is none where stderr is no terminal", () => {
  expect(shown(undefined).line.show).toBeUndefined();
});

it("call asks for progress on a terminal, and shows it without secrets until there is an answer", async () => {
  const script = { tools: ["work"], hostile: "" };
  const file = config({ a: embedded(script, { env: { WORD: "halfway" } }) });
  for (const [format, stdout] of [
    [[], "done\n"],
    [["--json"], undefined],
  ] as const) {
    const run = await runHere(["call", "a/work", ...format, "--config", file], {
      stderrColumns: 80,
    });
    expect(run.code).toBe(EXIT.ok);
    expect(run.stderr).toBe(`${CLEAR}a/work: 25% (1 of 4), [redacted]${CLEAR}`);
    if (stdout !== undefined) expect(run.stdout).toBe(stdout);
    else expect(JSON.parse(run.stdout)).toMatchObject({ content: [{ text: "done" }] });
  }
});

it("call asks for none where stderr is no terminal, and prints nothing there", async () => {
  const trace = traceFile();
  const file = config({ a: server({ tools: ["work"] }) });
  const run = await xMcp(["call", "a/work", "--trace", trace, "--config", file]);
  expect(run).toEqual({ code: EXIT.ok, stdout: "done\n", stderr: "" });
  expect(JSON.stringify(linesOf(trace))).not.toContain("progressToken");
});
