import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clockFrom, ManualClock, memoryTransport } from "@x/connection";
import { type AllowLegacy, type Negotiation, type NegotiationPolicy, negotiate } from "@x/era";
import { groupMembers } from "@x/testkit";
import { stdioTransport } from "@x/transport-stdio";
import { afterAll, expect, test } from "vitest";
import { INITIALIZE_ANSWERS, type Opening, opening, PROBE } from "../fixtures/behaviours.mjs";

/** What a server does at each opening, and how the client treats it. */
interface Script {
  readonly openings: readonly Opening[];
  readonly allowLegacy: AllowLegacy;
  readonly host: "plain" | "asks";
}

const scratch = mkdtempSync(join(tmpdir(), "x-mcp-enumeration-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const probes = Object.keys(PROBE);
const retried = ["-32022 mutual", "-32021 elicitation", "-32020"];
const ambiguous = probes.slice(probes.indexOf("-32601"));
const overruling = ["late DiscoverResult", "-32022", "-32021"];

/** Every probe; every answer after each that is asked again; every initialize after each ambiguous one. */
function scripts(): readonly Script[] {
  const all: Script[] = [];
  for (const probe of probes) {
    all.push({ openings: [{ probes: [probe] }], allowLegacy: false, host: "plain" });
  }
  for (const first of retried) {
    // Silence after an answer would need a deadline that the answer may miss on a busy machine.
    for (const second of probes.filter((name) => name !== "silence")) {
      const openings = [{ probes: [first, second] }];
      all.push({ openings, allowLegacy: true, host: "asks" });
    }
  }
  for (const probe of ambiguous) {
    for (const initialize of Object.keys(INITIALIZE_ANSWERS)) {
      if (probe !== "silence" && initialize === "late DiscoverResult") continue;
      const reopened = probe === "exit";
      const again = { probes: ["discovered"] };
      const openings = reopened
        ? [{ probes: [probe] }, { initialize }, again]
        : [{ probes: [probe], initialize }, again];
      all.push({ openings, allowLegacy: true, host: "plain" });
    }
  }
  for (const probe of ["-32601", "exit"]) {
    for (const initialize of Object.keys(INITIALIZE_ANSWERS)) {
      if (initialize === "late DiscoverResult") continue;
      const openings = [{ probes: [probe] }, { initialize }, { probes: ["discovered"] }];
      all.push({ openings, allowLegacy: { reopen: true }, host: "plain" });
    }
  }
  for (const initialize of overruling) {
    for (const second of probes.filter((name) => name !== "silence")) {
      const probe = initialize === "late DiscoverResult" ? "silence" : "-32601";
      const openings = [{ probes: [probe], initialize }, { probes: [second] }];
      all.push({ openings, allowLegacy: true, host: "plain" });
    }
  }
  return all;
}

/** Short where the script is silent, so that it does not take long; generous everywhere else. */
function policyOf({ openings, allowLegacy, host }: Script): NegotiationPolicy {
  const LONG = 30_000;
  const SHORT = 300;
  const [first, second] = openings;
  const silentProbe = first?.probes?.includes("silence") === true;
  const initialize = openings.find((one) => one.initialize !== undefined)?.initialize;
  const silentStart = silentProbe ? allowLegacy === false : initialize === "silence";
  const freshInitialize = second?.initialize === "silence";
  return {
    clientInfo: { name: "interop", version: "1.0.0" },
    capabilities: {},
    ...(host === "asks" ? { declarable: { elicitation: {} } } : {}),
    allowLegacy,
    probeTimeoutMs: silentProbe ? SHORT : LONG,
    legacyProbeTimeoutMs: initialize === "silence" ? SHORT : LONG,
    startTimeoutMs: silentStart || freshInitialize ? SHORT : LONG,
  };
}

const verdictOf = ({ record: { verdict, era, revision, reason } }: Negotiation): object => ({
  verdict,
  era,
  revision,
  reason,
});

async function inMemory(script: Script): Promise<object> {
  const clock = new ManualClock();
  const sent: string[] = [];
  let opened = 0;
  const transport = memoryTransport((peer) => {
    const receive = opening(script.openings[opened] ?? {}, {
      write: (frame) => peer.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
      exit: (exitCode) =>
        peer.end({ type: "exited", message: "gone", exit: { exitCode, signal: null, stderr: [] } }),
    });
    opened += 1;
    peer.onFrame((text) => {
      sent.push(JSON.parse(text).method);
      receive(text);
    });
  });
  let negotiation: Negotiation | undefined;
  void negotiate(transport, policyOf(script), clock).then((end) => {
    negotiation = end;
  });
  while (negotiation === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    if (negotiation === undefined) clock.advance(clock.untilNext ?? 0);
  }
  if (negotiation.type === "settled") await negotiation.connection.close();
  return { ...verdictOf(negotiation), opened, sent };
}

async function inProcesses(script: Script, folder: string): Promise<object> {
  mkdirSync(folder);
  writeFileSync(join(folder, "script.json"), JSON.stringify(script.openings));
  writeFileSync(join(folder, "received.jsonl"), "");
  const groups: number[] = [];
  const transport = stdioTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, "../fixtures/scripted.mjs"), folder],
    onSpawn: (pid) => {
      // Never two processes of one peer at once.
      expect(groups.flatMap(groupMembers)).toEqual([]);
      groups.push(pid);
    },
  });
  const negotiation = await negotiate(transport, policyOf(script), clockFrom(globalThis));
  if (negotiation.type === "settled") await negotiation.connection.close();
  expect(groups.flatMap(groupMembers)).toEqual([]);
  const received = readFileSync(join(folder, "received.jsonl"), "utf8").split("\n").slice(0, -1);
  const sent = received.map((line) => JSON.parse(line).method);
  return { ...verdictOf(negotiation), opened: groups.length, sent };
}

/** A process that is ended while it starts has not read what was sent to it. */
function comparable(run: object, { openings }: Script): object {
  const silent = JSON.stringify(openings).includes("silence");
  return silent ? { ...run, sent: undefined } : run;
}

test("every script of a server has the same end in processes of its own as in memory", async () => {
  const all = scripts();
  expect(all.length).toBeGreaterThanOrEqual(200);
  const left = all.entries();
  const verdicts = new Map<string, number>();
  const worker = async (): Promise<void> => {
    for (const [index, script] of left) {
      const expected = comparable(await inMemory(script), script);
      const actual = comparable(await inProcesses(script, join(scratch, `${index}`)), script);
      expect({ script, ...actual }).toEqual({ script, ...expected });
      const { reason } = expected as { reason: string };
      verdicts.set(reason, (verdicts.get(reason) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  // Both ends and many reasons were really reached.
  expect(verdicts.get("discovered")).toBeGreaterThan(10);
  expect(verdicts.get("initialized")).toBeGreaterThan(10);
  expect(verdicts.size).toBeGreaterThan(15);
}, 300_000);
