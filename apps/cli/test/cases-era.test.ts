import { expect, it } from "vitest";
import { caseServer, type EraCase, eraCases } from "./support/cases.js";
import { config } from "./support/config.js";
import { runHere } from "./support/run-here.js";

/** How long a server is waited for whose silence decides, in milliseconds. */
const SILENT_FOR_MS = 3_000;

it.each([
  ["E1", "a server that is not allowed to be legacy and shows nothing is unavailable, era unknown"],
  ["E2", "a server that is allowed to be legacy is, by a valid answer to initialize"],
  ["E3", "a modern server that first rejects the revision that it speaks is modern"],
  ["E4", "a modern server without a revision in common is unavailable, and gets no initialize"],
  ["E5", "an answer to initialize that is not valid makes no legacy server"],
  ["E9", "a server that holds a lock while it runs is never started while its last process lives"],
  ["E10", "modern evidence that comes late overrules"],
  ["E11", "a server that takes no initialize after a probe is told what makes it work"],
  [
    "E12",
    "a server that later says something else of its era is first what it showed itself to be",
  ],
  ["P10", "a launcher that takes its time is waited for"],
])("%s: %s, says doctor", { timeout: 120_000 }, async (row) => {
  const cases = eraCases([row]);
  expect(cases).not.toEqual([]);
  const played = cases.map((one) => ({ one, ...caseServer(one.name) }));
  const declared = played.map(({ one, server }) => [one.name, { ...server, ...limits(one) }]);
  const { stdout } = await runHere([
    "doctor",
    "--json",
    "-c",
    config(Object.fromEntries(declared)),
  ]);
  const { servers } = JSON.parse(stdout) as { readonly servers: readonly object[] };
  const expected = cases.map(({ name, verdict, era, revision, reason }) => {
    const status = verdict === "unavailable" ? "unavailable" : "ready";
    return expect.objectContaining({ name, status, era, revision, reason });
  });
  expect(servers).toEqual(expected);
  for (const { one, sent } of played) {
    const said = sent().join("\n");
    if (one.era !== "legacy") expect(said).not.toContain("notifications/initialized");
    if (["E1", "E3", "E4"].includes(row)) expect(said).not.toContain('"initialize"');
  }
});

it("E11: doctor names the option that makes it work", async () => {
  const { server } = caseServer("E11");
  const file = (allowLegacy: unknown): string => config({ a: { ...server, allowLegacy } });
  const { stdout } = await runHere(["doctor", "-c", file(true)]);
  expect(stdout).toContain('"allowLegacy": { "reopen": true }');
});

/** Where silence decides, it is short; elsewhere a busy machine has its time. */
function limits({ name, allowLegacy }: EraCase): object {
  const isSilent = name.endsWith("-silent") || name.startsWith("E10");
  return {
    allowLegacy,
    probeTimeoutMs: isSilent ? SILENT_FOR_MS : 10 * SILENT_FOR_MS,
    ...(name === "E1-silent" ? { startTimeoutMs: SILENT_FOR_MS } : {}),
  };
}
