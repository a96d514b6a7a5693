import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { config, diary, folder, lives, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { start } from "./support/x-mcp.js";

it("doctor --watch says it again when the configuration changes, mistakes too, and ends on SIGINT", async () => {
  const pidFile = `${folder()}/diary`;
  const file = config({ a: server({ pidFile }) });
  const child = start(["doctor", "--watch", "--json", "-c", file]);
  const ended = once(child, "close");
  if (child.stdout === null) throw new Error("no stdout");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value));
  expect(await next()).toMatchObject({ servers: [{ name: "a", status: "ready" }] });
  writeFileSync(file, "{");
  expect(await next()).toMatchObject({ error: { phase: "configuration", code: "not_json" } });
  writeFileSync(file, JSON.stringify({ mcpServers: { b: server({ pidFile }) } }));
  expect(await next()).toMatchObject({ servers: [{ name: "b", status: "ready" }] });
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(diary(pidFile).pids.filter(lives)).toEqual([]);
});

it("--every is for --watch", async () => {
  const { stderr } = await runHere(["doctor", "--every", "5", "-c", "x"]);
  expect(stderr).toContain("--every goes with --watch.");
});
