import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clockFrom, ManualClock } from "@x/connection";
import { type AllowLegacy, type DecisionRecord, type Negotiation, negotiate } from "@x/era";
import { caseNames, fakeServer, groupMembers, loadCase, scriptedTransport } from "@x/testkit";
import { stdioTransport } from "@x/transport-stdio";
import { afterAll, expect, test } from "vitest";

/** How a case that is about an era should end. */
type Expected = Pick<DecisionRecord, "verdict" | "era" | "revision" | "reason"> & {
  readonly allowLegacy: AllowLegacy;
};

const scratch = mkdtempSync(join(tmpdir(), "x-mcp-cases-"));
afterAll(() => rmSync(scratch, { recursive: true }));

function expectedOf(name: string): Expected | undefined {
  const { expected } = loadCase(name);
  const isDecision = typeof expected === "object" && expected !== null && "verdict" in expected;
  return isDecision ? (expected as Expected) : undefined;
}

const decided = caseNames().filter((name) => expectedOf(name) !== undefined);
/** What only a process can do is tried with processes alone. */
const inMemory = decided.filter((name) => loadCase(name).traits.length === 0);

const clientInfo = { name: "interop", version: "1.0.0" };

test.each(inMemory)("%s is decided as it should be, in memory", async (name) => {
  const { allowLegacy, ...decision } = expectedOf(name) as Expected;
  const clock = new ManualClock();
  let end: Negotiation | undefined;
  const policy = { clientInfo, capabilities: {}, allowLegacy };
  const transport = scriptedTransport(name);
  void negotiate(transport, policy, clock).then((one) => {
    end = one;
  });
  while (end === undefined) {
    // What needs no time comes first, however many turns it takes.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
    if (end === undefined) clock.advance(clock.untilNext ?? 0);
  }
  if (end.type === "settled") await end.connection.close();
  expect(end.record).toMatchObject(decision);
  expect(transport.deviations).toEqual([]);
});

test("E9: a server that holds a lock while it runs is never started while its last process lives", async () => {
  const { allowLegacy, ...decision } = expectedOf("E9") as Expected;
  const groups: number[] = [];
  const transport = stdioTransport({
    ...fakeServer("E9", { log: join(scratch, "E9.log") }),
    onSpawn: (pid) => groups.push(pid),
  });
  const policy = { clientInfo, capabilities: {}, allowLegacy, probeTimeoutMs: 30_000 };
  const end = await negotiate(transport, policy, clockFrom(globalThis));
  if (end.type === "settled") await end.connection.close();
  expect(end.record).toMatchObject(decision);
  expect(groups.length).toBeGreaterThan(1);
  expect(groups.flatMap(groupMembers)).toEqual([]);
}, 60_000);

test("the cases cover every row about eras that a server alone can bring about", () => {
  const rows = new Set(decided.map((name) => name.split("-")[0]));
  for (const row of ["E1", "E2", "E3", "E4", "E5", "E9", "E10", "E11", "P10"]) {
    expect(rows).toContain(row);
  }
});
