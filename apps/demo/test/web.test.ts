import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Ask, ConsoleSnapshot, HostMessage } from "../src/console/protocol.js";
import { marked, newMark, run, start } from "./program.js";

const MAIN = new URL("../dist/main.js", import.meta.url);
const SOON = { timeout: 25_000, interval: 100 };

const sockets: WebSocket[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** A console that runs, and the last snapshot of a page that is open. */
async function startConsole(mark: string): Promise<{
  readonly child: ReturnType<typeof start>;
  readonly ask: (ask: Ask) => void;
  readonly snapshot: () => ConsoleSnapshot | undefined;
}> {
  const child = start(MAIN, mark, ["--web"]);
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const [, origin, token] =
    /^Console: (http:\/\/127\.0\.0\.1:\d+)\/#token=(\S+)$/.exec(value ?? "") ?? [];
  const url = `${origin?.replace("http", "ws")}/socket?token=${token}`;
  const socket = new WebSocket(url, { headers: { Origin: origin ?? "" } });
  sockets.push(socket);
  socket.on("error", () => undefined);
  let last: ConsoleSnapshot | undefined;
  socket.on("message", (data) => {
    const message: HostMessage = JSON.parse(String(data));
    if (message.type === "snapshot") last = message.snapshot;
  });
  let id = 0;
  return {
    child,
    ask: (ask) => {
      id += 1;
      socket.send(JSON.stringify({ id, ...ask }));
    },
    snapshot: () => last,
  };
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "the console ends on %s with exit code 0, and nothing is left, even of a stalled server",
  async (signal) => {
    const mark = newMark();
    const before = installations();
    const { child, ask, snapshot } = await startConsole(mark);
    await expect.poll(() => snapshot()?.client.state, SOON).toBe("running");
    ask({ type: "stall", peer: "notes" });
    await expect.poll(() => snapshot()?.peers[0]?.isStalled, SOON).toBe(true);
    const over = once(child, "exit");
    child.kill(signal);
    expect(await over).toEqual([0, null]);
    expect(marked(mark)).toEqual([]);
    expect(installations()).toEqual(before);
  },
);

test("a console that is ended while its servers come up leaves nothing either", async () => {
  const mark = newMark();
  const { child } = await startConsole(mark);
  const over = once(child, "exit");
  child.kill("SIGINT");
  expect(await over).toEqual([0, null]);
  expect(marked(mark)).toEqual([]);
});

test("a console that is killed leaves no process, even of a stalled server", async () => {
  const mark = newMark();
  // What it has installed there stays: nobody is left to remove it.
  const folder = mkdtempSync(join(tmpdir(), "killed-"));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { child, ask, snapshot } = await startConsole(mark);
  await expect.poll(() => snapshot()?.client.state, SOON).toBe("running");
  for (const peer of ["notes", "files"]) ask({ type: "stall", peer });
  await expect.poll(() => snapshot()?.peers[1]?.isStalled, SOON).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(() => marked(mark), SOON).toEqual([]);
});

test("a port that is taken is said, with exit code 1, and no process is started", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" ? `${address?.port}` : "";
  const { exitCode, stderr, started, left } = await run(MAIN, ["--web", "--port", port]);
  taken.close();
  expect({ exitCode, started, left }).toEqual({ exitCode: 1, started: 0, left: [] });
  expect(stderr).toContain("EADDRINUSE");
});

test.each([
  [["--port", "1"]],
  [["--web", "--port", "70000"]],
  [["--web", "--port", "x"]],
  [["--wbe"]],
])("%j is answered with the usage and exit code 2", async (args) => {
  const child = start(MAIN, newMark(), args);
  const stderr = text(child.stderr);
  expect(await once(child, "exit")).toEqual([2, null]);
  expect(await stderr).toBe("Usage: npm run demo [-- --web [--port <0-65535>]]\n");
});

/** Where consoles have installed servers. */
function installations(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("x-mcp-demo-"));
}
