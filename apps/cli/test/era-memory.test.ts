import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { linesOf, saidIn, traceFile } from "./support/trace.js";

const SILENT = { era: "legacy", tools: ["echo"], silentOn: ["server/discover"] } as const;
const ALLOWED = { allowLegacy: true };

/** A cache of its own, and the file in it. */
function cache() {
  const root = folder();
  return { env: { XDG_CACHE_HOME: root }, file: join(root, "x-mcp", "eras.json") };
}

/** The report of the only server, and how it ended. */
async function diagnosed(args: readonly string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await runHere(["doctor", "--json", ...args], { env });
  return { code, stderr, server: JSON.parse(stdout).servers[0] };
}

it("E2: a silent legacy peer that is remembered is still probed, and waited for a second", async () => {
  const { env, file } = cache();
  const of = (more: object): string => config({ a: embedded(SILENT, { ...ALLOWED, ...more }) });
  // The binding is the same: times are no part of it.
  const first = await diagnosed(["--remember", "-c", of({ probeTimeoutMs: 1600 })], env);
  expect(first).toMatchObject({ code: EXIT.ok, server: { era: "legacy" } });
  expect(first.server.elapsedMs).toBeGreaterThanOrEqual(1600);
  expect(readFileSync(file, "utf8")).not.toContain("embedded");
  const trace = traceFile();
  const then = await diagnosed(["--trace", trace, "-c", of({})], { ...env, X_MCP_REMEMBER: "1" });
  expect(then).toMatchObject({ code: EXIT.ok, server: { era: "legacy" } });
  expect(then.server.elapsedMs).toBeGreaterThanOrEqual(1000);
  expect(then.server.elapsedMs).toBeLessThan(3000);
  expect(saidIn(linesOf(trace)).slice(0, 2)).toEqual(["a > server/discover", "a > initialize"]);
});

it("a decision that changed is shown by doctor, with what it was and when", async () => {
  const { env } = cache();
  const file = config({ a: embedded({ era: "modern" }) });
  await diagnosed(["--remember", "-c", file], env);
  const same = await diagnosed(["--remember", "-c", file], env);
  expect(same.server).not.toHaveProperty("before");
  // What is behind the same command and arguments is another server by now.
  const memory = join(env.XDG_CACHE_HOME, "x-mcp", "eras.json");
  writeFileSync(memory, readFileSync(memory, "utf8").replace('"2026-07-28"', '"2026-01-01"'));
  const other = await diagnosed(["--remember", "-c", file], env);
  expect(other.server.before).toMatchObject({ era: "modern", revision: "2026-01-01" });
  const { stdout } = await runHere(["doctor", "-c", file, "--remember"], { env });
  expect(stdout).not.toContain("before");
});

it("nothing is kept without --remember, and a server that is unavailable is not kept", async () => {
  const { env, file } = cache();
  await diagnosed(["-c", config({ a: embedded({}) })], env);
  await diagnosed(["--remember", "-c", config({ a: embedded({ era: "legacy" }) })], env);
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

it.each(["{", "[]", '{"version":1,"salt":"s","peers":{"x":{"era":"future"}}}'])(
  "a memory that is damaged (%s) is told, left out of account and written anew",
  async (text) => {
    const { env, file } = cache();
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    const servers = config({ a: embedded({}) });
    const first = await diagnosed(["--remember", "-c", servers], env);
    expect(first).toMatchObject({ code: EXIT.ok });
    expect(first.stderr).toContain(`${file} is damaged, and left out of account.`);
    expect((await diagnosed(["--remember", "-c", servers], env)).stderr).toBe("");
  },
);
