import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, lives, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";

/** A server that never shows itself. */
const SILENT = { silentOn: ["server/discover"] };
const LIMIT = ["--timeout", "0.3"];

it.each([
  { command: ["call", "a/echo"], silentOn: "tools/call" },
  { command: ["prompt", "a/p"], silentOn: "prompts/get" },
  { command: ["read", "a", "x:a"], silentOn: "resources/read" },
])(
  "a server that does not answer $command in time ends it with 8",
  async ({ command, silentOn }) => {
    const script = {
      tools: ["echo"],
      prompts: [{ name: "p" }],
      resources: [],
      silentOn: [silentOn],
    };
    const file = config({ a: embedded(script) });
    const run = await runHere([...command, ...LIMIT, "--config", file]);
    expect(run).toMatchObject({ code: EXIT.timedOut, stdout: "" });
    expect(run.stderr).toMatch(/^x-mcp: .*limit.* ran out.*\n$/);
    const json = await runHere([...command, "--json", ...LIMIT, "--config", file]);
    expect(json.code).toBe(EXIT.timedOut);
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { server: "a", phase: "request", code: "timed_out" },
    });
  },
);

it.each([
  { command: ["call", "a/echo"], says: "Nothing was called." },
  { command: ["listen", "a"], says: "Nothing was sent." },
])(
  "a server that is not ready in time ends $command with 8, and is gone",
  async ({ command, says }) => {
    const pidFile = join(folder(), "diary");
    const file = config({ a: server({ silent: true, pidFile }) });
    const run = await runHere([...command, "--timeout", "1.5", "--config", file]);
    expect(run).toEqual({
      code: EXIT.timedOut,
      stdout: "",
      stderr: `x-mcp: a was not ready when the 1.5 s of --timeout were over. ${says}\n`,
    });
    expect(diary(pidFile).pids.filter(lives)).toEqual([]);
  },
);

it.each(["tools", "prompts", "resources"])(
  "%s lists what came in time, and says who did not",
  async (command) => {
    const file = config({
      a: embedded({ tools: ["echo"], prompts: [{ name: "p" }], resources: [] }),
      slow: embedded(SILENT),
    });
    const late = "It was not ready when the 0.3 s of --timeout were over.";
    const text = await runHere([command, ...LIMIT, "--config", file]);
    expect(text.code).toBe(EXIT.partial);
    expect(text.stderr).toBe(`slow is unavailable: ${late}\n`);
    const json = await runHere([command, "--json", ...LIMIT, "--config", file]);
    expect(json.code).toBe(EXIT.partial);
    expect(JSON.parse(json.stdout).servers).toMatchObject([
      { name: "a", status: "ready" },
      { name: "slow", status: "unavailable", reason: "late", message: late, elapsedMs: 300 },
    ]);
  },
);

it("ends with 8 where no server is ready and one was late, and with 4 where none was", async () => {
  const dead = { command: "/no/such" };
  const late = config({ dead, slow: embedded(SILENT) });
  expect(await runHere(["tools", ...LIMIT, "--config", late])).toMatchObject({
    code: EXIT.timedOut,
  });
  const gone = config({ dead });
  expect(await runHere(["tools", ...LIMIT, "--config", gone])).toMatchObject({
    code: EXIT.unavailable,
  });
  expect(await runHere(["resources", "slow", ...LIMIT, "--config", late])).toMatchObject({
    code: EXIT.timedOut,
  });
});

it("a plain name that a late server may have is not called at a later one, and it ends with 8", async () => {
  const diaryOfB = join(folder(), "b");
  const b = embedded({ tools: ["search"], pidFile: diaryOfB });
  const file = config({ slow: embedded(SILENT), b });
  const run = await runHere(["call", "search", "query=x", ...LIMIT, "--config", file]);
  expect(run).toMatchObject({ code: EXIT.timedOut, stdout: "" });
  expect(run.stderr).toContain(
    '"search" may be a tool of slow (not ready in time), declared before b',
  );
  expect(diary(diaryOfB).called).toEqual([]);
  const all = config({ slow: embedded(SILENT), b }, { collision: "prefix-always" });
  const missing = await runHere(["call", "search", ...LIMIT, "--config", all]);
  expect(missing.code).toBe(EXIT.usage);
  expect(missing.stderr).toContain("slow was not ready when ");
});

it("a list that does not come in time is a list that broke off", async () => {
  const file = config({
    a: embedded({ tools: ["echo"], resources: [], silentOn: ["resources/list"] }),
  });
  const run = await runHere(["resources", "--json", ...LIMIT, "--config", file]);
  expect(run.code).toBe(EXIT.partial);
  expect(JSON.parse(run.stdout).servers).toMatchObject([{ listProblem: "timed_out" }]);
});

it("who answers in time is answered as without a limit", async () => {
  const file = config({ a: embedded({ tools: ["search"], tag: "a" }) });
  const run = await runHere(["call", "search", "query=x", "--timeout", "30", "--config", file]);
  expect(run).toEqual({ code: EXIT.ok, stdout: "a searched x\n", stderr: "" });
});
