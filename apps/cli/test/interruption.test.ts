import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, diary, folder, lives, server } from "./support/config.js";
import { over, start, xMcp } from "./support/x-mcp.js";

/** Waits until a server has written `line` into its diary. */
async function written(file: string, line: RegExp): Promise<void> {
  while (!existsSync(file) || !diaryText(file).some((one) => line.test(one))) await sleep(20);
}

function diaryText(file: string): readonly string[] {
  const { pids, called } = diary(file);
  return [...pids.map(String), ...called];
}

it.each([
  { signal: "SIGHUP", code: 129 },
  { signal: "SIGINT", code: 130 },
  { signal: "SIGTERM", code: 143 },
] as const)(
  "$signal during a call ends the server, prints nothing, and ends with $code",
  async ({ signal, code }) => {
    const pidFile = join(folder(), "diary");
    const child = start([
      "call",
      "a/hang",
      "--config",
      config({ a: server({ tools: ["hang"], pidFile }) }),
    ]);
    const ended = over(child);
    await written(pidFile, /hang/);
    child.kill(signal);
    expect(await ended).toEqual({ code, stdout: "", stderr: "" });
    expect(diary(pidFile).pids.filter(lives)).toEqual([]);
  },
);

it("a signal while servers are being started ends them too, also one that reads no stdin yet", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({
    a: server({ silent: true, pidFile }),
    b: server({ startMs: 60_000, pidFile }),
  });
  const child = start(["doctor", "--json", "--config", file]);
  const ended = over(child);
  await written(pidFile, /\d/);
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});

it("a reader that has read enough is no crash", async () => {
  const child = start(["call", "large", "--config", config({ a: server({ tools: ["large"] }) })]);
  child.stdout?.once("data", () => child.stdout?.destroy());
  const [stderr, [code]] = await Promise.all([
    child.stderr?.toArray(),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  expect(code).toBe(EXIT.ok);
  expect(stderr).toEqual([]);
});

it("a large answer arrives whole, and no server is left after it", async () => {
  const pidFile = join(folder(), "diary");
  const file = config({ a: server({ tools: ["large"], pidFile }) });
  const { code, stdout } = await xMcp(["call", "large", "--config", file]);
  expect({ code, length: stdout.length }).toEqual({ code: EXIT.ok, length: 1_000_001 });
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});
