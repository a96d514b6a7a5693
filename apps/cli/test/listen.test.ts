import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, embedded, folder, lives, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { over, start } from "./support/x-mcp.js";

const DECLARES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true },
};
const TELLS = ["notifications/tools/list_changed", "x:a"];
const LISTEN = ["listen", "a", "--for", "0.3"];

/** Waits until a run of the program has printed this. */
async function printed(child: ChildProcess, words: string): Promise<void> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  while (!text.includes(words)) await once(child.stdout ?? child, "data");
}

it("prints a line an event, without times, and ends with 0 when its time is over", async () => {
  const file = config({ a: embedded({ declares: DECLARES, tells: TELLS }) });
  const args = [...LISTEN, "--tools", "--resource", "x:a", "--config", file];
  const text = await runHere(args);
  expect(text).toEqual({
    code: EXIT.ok,
    stdout: "acknowledged: tools, x:a\ntools changed\nupdated: x:a\n",
    stderr: "",
  });
  const json = await runHere([...args, "--json"]);
  const filter = { toolsListChanged: true, resourceSubscriptions: ["x:a"] };
  expect(
    json.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { type: "acknowledged", agreed: filter, unsupported: {} },
    { type: "tools_changed" },
    { type: "resource_updated", uri: "x:a" },
  ]);
});

it("without a flag it listens to all that the server declares, and starts no other", async () => {
  const file = config({
    a: embedded({ declares: DECLARES }),
    other: { command: "/no/such" },
  });
  const { code, stdout, stderr } = await runHere([...LISTEN, "--config", file]);
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: "" });
  expect(stdout).toBe("acknowledged: tools, prompts; not promised: resources\n");
});

it("a legacy server is heard, too", async () => {
  const file = config({
    a: embedded({ era: "legacy", declares: DECLARES, tells: ["it"] }, { allowLegacy: true }),
  });
  const { code, stdout } = await runHere([...LISTEN, "--resource", "x:a", "--config", file]);
  expect(code).toBe(EXIT.ok);
  expect(stdout.trimEnd().split("\n").toSorted()).toEqual(["acknowledged: x:a", "updated: x:a"]);
});

it.each([
  { script: { declares: { tools: null } }, flags: [], says: "It declares neither tools nor" },
  { script: {}, flags: ["--prompts"], says: "declares nothing of what is wanted" },
  {
    script: { declares: DECLARES, agrees: {} },
    flags: ["--resource", "x:a"],
    says: "It promised none of what was asked for",
  },
] as const)(
  "ends with 2 at once where nothing can be heard: $says",
  async ({ script, flags, says }) => {
    const file = config({ a: embedded(script) });
    const { code, stderr } = await runHere(["listen", "a", ...flags, "--config", file]);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain("x-mcp: a tells of no such changes. ");
    expect(stderr).toContain(says);
  },
);

it("a server that refuses it ends it with 5, and one that is unavailable with 4", async () => {
  const refuses = { "subscriptions/listen": "not today tok-51f0a7c2" };
  const file = config({
    a: embedded({ declares: DECLARES, refuses }, { env: { TOKEN: "tok-51f0a7c2" } }),
    dead: server({ exit: 3 }),
  });
  const { code, stdout, stderr } = await runHere(["listen", "a", "--config", file]);
  expect(code).toBe(EXIT.toolFailed);
  expect(stdout).toMatch(/^refused: .*-32000, "not today \[redacted\]"/);
  expect(stderr).toContain("a does not let itself be listened to.");
  const dead = await runHere(["listen", "dead", "--config", file]);
  expect(dead).toMatchObject({ code: EXIT.unavailable, stdout: "" });
  expect(dead.stderr).toMatch(
    /dead is unavailable: .* Nothing was sent\.\nx-mcp allow dead lets it be .*\n$/,
  );
});

it("tells a loss and what comes after it; a signal ends it, and no process is left", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: server({ declares: DECLARES, dies: true, pidFile }) });
  const child = start(["listen", "a", "--resource", "x:a", "--json", "--config", file]);
  const ended = over(child);
  await printed(child, "may_have_changed");
  child.kill("SIGINT");
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  const filter = { resourceSubscriptions: ["x:a"] };
  const acknowledged = { type: "acknowledged", agreed: filter, unsupported: {} };
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    acknowledged,
    {
      type: "lost",
      cause: "closed",
      message: expect.stringContaining("code 3"),
      againInMs: null,
    },
    acknowledged,
    { type: "may_have_changed", after: "new_connection", filter },
  ]);
  const { pids } = diary(pidFile);
  expect(pids).toHaveLength(2);
  expect(pids.filter(lives)).toEqual([]);
});

it("a server that comes back as none that can be used ends it with 4", async () => {
  const pidFile = join(folder(), "diary");
  const script = { declares: DECLARES, dies: true, returns: "incompatible", pidFile } as const;
  const file = config({ a: server(script) });
  const run = await runHere(["listen", "a", "--resource", "x:a", "--config", file]);
  expect(run.code).toBe(EXIT.unavailable);
  expect(run.stdout).toMatch(/^acknowledged: x:a\nlost: .*code 3.*\n$/);
  expect(run.stderr).toMatch(/^x-mcp: a is unavailable: /);
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});

it("a reader that has read enough ends it with 0, and no process is left", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: server({ declares: DECLARES, dies: true, pidFile }) });
  const child = start(["listen", "a", "--resource", "x:a", "--config", file]);
  child.stdout?.once("data", () => child.stdout?.destroy());
  const [stderr, [code]] = await Promise.all([
    child.stderr?.toArray(),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: [] });
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});
