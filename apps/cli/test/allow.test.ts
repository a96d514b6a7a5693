import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT } from "../src/exit-code.js";
import { config, embedded, folder, server } from "./support/config.js";
import { runHere } from "./support/run-here.js";
import { linesOf, saidIn, traceFile } from "./support/trace.js";

const SECRET = "tok-51f0a7c2";
/** A modern server of a revision that nobody else speaks. */
const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2030-01-01"],
  capabilities: {},
};
const LEGACY = { era: "legacy", tools: ["echo"] } as const;
const overlayFile = (): string => join(folder(), "deep", "overlay.json");

it("E1: allow sends a probe and no initialize, and writes what it may be into the overlay alone", async () => {
  const file = config({ a: embedded(LEGACY, { env: { TOKEN: SECRET } }), b: embedded(LEGACY) });
  const before = readFileSync(file, "utf8");
  const overlay = overlayFile();
  const trace = traceFile();
  const of = ["-c", file, "--overlay", overlay];
  const run = await runHere(["allow", "a", "--yes", "--trace", trace, ...of]);
  expect(run.code).toBe(EXIT.ok);
  expect(run.stdout).toBe(
    `a may be a legacy server, as long as it is reached by exactly this. That is in ${overlay}.\n`,
  );
  expect(run.stderr).toMatch(/evidence {5}\d+ ms: server\/discover 2026-07-28 -> error -32601/);
  expect(run.stderr).toContain("  env          TOKEN=[redacted]\n");
  expect(saidIn(linesOf(trace))).toEqual(["a > server/discover", "a < answer"]);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readFileSync(overlay, "utf8")).not.toContain(SECRET);
  expect(statSync(overlay).mode & 0o777).toBe(0o600);
  const doctor = await runHere(["doctor", "--json", ...of]);
  expect(doctor.code).toBe(EXIT.partial);
  expect(JSON.parse(doctor.stdout).servers).toMatchObject([
    { name: "a", status: "ready", era: "legacy" },
    { name: "b", status: "unavailable", reason: "legacy_not_allowed" },
  ]);
  const again = await runHere(["allow", "a", ...of]);
  expect(again).toMatchObject({ code: EXIT.ok, stderr: "" });
  expect(again.stdout).toContain(`already: that is in ${overlay}`);
});

it("E1: what was allowed is void when the command changes, and doctor says why", async () => {
  const overlay = ["--overlay", overlayFile()];
  const file = config({ a: embedded(LEGACY) });
  expect(await runHere(["allow", "a", "-y", "-c", file, ...overlay])).toMatchObject({ code: 0 });
  const other = config({ a: embedded({ ...LEGACY, tag: "other" }) });
  const doctor = await runHere(["doctor", "-c", other, ...overlay]);
  expect(doctor.code).toBe(EXIT.unavailable);
  expect(doctor.stdout).toMatch(/^a: unavailable \(legacy_not_allowed\)$/m);
  expect(doctor.stdout).toMatch(
    /^ {2}overlay {3}Server "a" was allowed .* its `args` was another/m,
  );
  expect(doctor.stdout).toMatch(/^ {2}hint {6}x-mcp allow a lets it be a legacy server/m);
  const json = await runHere(["doctor", "--json", "-c", other, ...overlay]);
  expect(JSON.parse(json.stdout).servers).toMatchObject([
    { hint: expect.any(String), overlay: { code: "allow_legacy_void" } },
  ]);
  const tools = await runHere(["tools", "-c", other, ...overlay]);
  expect(tools.stderr).toContain("the permission is void");
  // The first one is still what was allowed.
  expect(await runHere(["allow", "a", "-y", "-c", other, ...overlay])).toMatchObject({ code: 0 });
  expect(await runHere(["doctor", "-c", file, ...overlay])).toMatchObject({ code: 0 });
});

it.each([
  { it: "a modern server", of: embedded({}), code: EXIT.usage, says: "a is modern, revision" },
  {
    it: "one that cannot be started",
    of: { command: "/no/such" },
    code: EXIT.unavailable,
    says: "",
  },
  {
    it: "a modern one of another revision",
    of: embedded({ results: { "server/discover": DISCOVERED } }),
    code: EXIT.usage,
    says: "a is modern: it has no use",
  },
])("$it is not allowed anything", async ({ of, code, says }) => {
  const overlay = overlayFile();
  const run = await runHere(["allow", "a", "-y", "-c", config({ a: of }), "--overlay", overlay]);
  expect(run).toMatchObject({ code, stdout: "" });
  expect(run.stderr).toContain(says);
  expect(run.stderr).toContain("Nothing was written.\n");
  expect(existsSync(overlay)).toBe(false);
});

it("one that exited on the probe is shown with its last lines, and can be allowed", async () => {
  const file = config({ a: server({ stderr: "no such method", exit: 1 }) });
  const run = await runHere(["allow", "a", "-y", "--json", "-c", file, "--overlay", overlayFile()]);
  expect(run.code).toBe(EXIT.ok);
  expect(run.stderr).toContain("  stderr       no such method\n");
  expect(JSON.parse(run.stdout)).toMatchObject({ server: "a", isNew: true });
});

it("E11: --reopen allows a server that takes no initialize after a probe", async () => {
  const of = ["-c", config({ a: embedded(LEGACY) }), "--overlay", overlayFile()];
  expect(await runHere(["allow", "a", "-y", "--reopen", ...of])).toMatchObject({ code: EXIT.ok });
  const { stdout } = await runHere(["config", "--json", ...of]);
  expect(JSON.parse(stdout).servers).toMatchObject([{ allowLegacy: { reopen: true } }]);
});

it("somebody is asked, and nobody is taken for a yes", async () => {
  const file = config({ a: embedded(LEGACY) });
  const overlay = overlayFile();
  const args = ["allow", "a", "-c", file, "--overlay", overlay];
  const nobody = await runHere(args);
  expect(nobody.code).toBe(EXIT.usage);
  expect(nobody.stderr).toContain(
    "Nobody is asked here. Look at what was seen of a, and give --yes",
  );
  for (const typed of ["no", undefined]) {
    const run = await runHere(args, { isInteractive: true, line: async () => typed });
    expect(run).toMatchObject({ code: EXIT.usage, stdout: "" });
    expect(run.stderr).toContain("a is not allowed anything. Nothing was written.");
  }
  expect(existsSync(overlay)).toBe(false);
  const lines = ["perhaps", "yes"];
  const run = await runHere(args, { isInteractive: true, line: async () => lines.shift() });
  expect(run.code).toBe(EXIT.ok);
  expect(existsSync(overlay)).toBe(true);
});
