import { describe, expect, it } from "vitest";
import type { NegotiationPolicy } from "../src/index.js";
import {
  both,
  close,
  DISCOVER_RESULT,
  discovered,
  error,
  exit,
  initialized,
  lateForProbe,
  silence,
} from "./behaviours.js";
import {
  type Behaviour,
  negotiateIn,
  policyOf,
  sentFrames,
  sentMethods,
  type World,
  worldOf,
} from "./world.js";

const mutual = error(-32022, { supported: ["2026-07-28"], requested: "2026-07-28" });
it("E9: in no way of reopening are two processes of one peer there at once", async () => {
  const rejected = error(-32022, { supported: ["2026-07-28"], requested: "2025-11-25" });
  const worlds: readonly [World, NegotiationPolicy["allowLegacy"], number][] = [
    [worldOf(exit(1), initialized()), true, 2],
    [worldOf(error(-32601), initialized()), { reopen: true }, 2],
    [worldOf(error(-32601), rejected, discovered()), true, 2],
    [worldOf(close, rejected, discovered()), true, 3],
  ];
  for (const [world, allowLegacy, opens] of worlds) {
    const run = await negotiateIn(world, policyOf({ allowLegacy }));
    expect(run.result.type).toBe("settled");
    expect([run.opens, run.mostOpen]).toEqual([opens, 1]);
  }
});

describe("E10: modern evidence that comes late", () => {
  const DISCOVERED_ONCE_MORE = ["server/discover", "initialize", "server/discover"];

  it.each<[string, Behaviour]>([
    ["a DiscoverResult for the probe", lateForProbe({ result: DISCOVER_RESULT })],
    ["-32022 for the probe", lateForProbe({ error: { code: -32022, message: "no" } })],
  ])("E10: %s, when initialize is already sent, overrules it", async (_name, late) => {
    const world = worldOf(silence, late, discovered());
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({ verdict: "modern", era: "modern" });
    expect(sentMethods(run)).toEqual(DISCOVERED_ONCE_MORE);
    expect([run.opens, run.mostOpen]).toEqual([2, 1]);
  });

  it.each([-32020, -32021, -32022])(
    "E10: %d as the answer to initialize overrules it",
    async (code) => {
      const world = worldOf(error(-32601), error(code), discovered());
      const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
      expect(run.result.record).toMatchObject({ verdict: "modern", era: "modern" });
      expect(sentMethods(run)).toEqual(DISCOVERED_ONCE_MORE);
    },
  );

  it("E10: it overrules a valid answer to initialize that comes right behind it", async () => {
    const answer = both(lateForProbe({ result: DISCOVER_RESULT }), initialized());
    const run = await negotiateIn(
      worldOf(silence, answer, discovered()),
      policyOf({ allowLegacy: true }),
    );
    expect(run.result.record.verdict).toBe("modern");
    expect(sentMethods(run)).toEqual(DISCOVERED_ONCE_MORE);
  });

  it("E10: the one discovery after it is final, whatever is answered", async () => {
    for (const answer of [error(-32601), silence, mutual, error(-32020), initialized()]) {
      const world = worldOf(error(-32601), error(-32022), answer);
      const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
      expect(run.result.record).toMatchObject({ verdict: "unavailable", era: "modern" });
      expect(sentMethods(run)).toEqual(DISCOVERED_ONCE_MORE);
    }
  });

  it("E10: a late answer that is ambiguous changes nothing", async () => {
    const late = lateForProbe({ error: { code: -32601, message: "Method not found" } });
    const world = worldOf(silence, both(late, initialized()));
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result.record.verdict).toBe("legacy");
  });

  it("E10: the discovery after it asks for what the late evidence has told already", async () => {
    const declarable = { sampling: {} };
    const modernRevisions = ["2027-01-01", "2026-07-28"];
    const late = (body: object): Behaviour => lateForProbe({ ...body });
    const told: readonly [Behaviour, string, object][] = [
      [late({ result: DISCOVER_RESULT }), "2026-07-28", {}],
      [
        late({ error: { code: -32022, message: "no", data: { supported: ["2026-07-28"] } } }),
        "2026-07-28",
        {},
      ],
      [error(-32021, { requiredCapabilities: { sampling: {} } }), "2027-01-01", { sampling: {} }],
    ];
    for (const [evidence, revision, declared] of told) {
      const policy = policyOf({ allowLegacy: true, declarable, modernRevisions });
      const run = await negotiateIn(worldOf(silence, evidence, discovered()), policy);
      expect(run.result.type).toBe("settled");
      expect(sentFrames(run).at(-1)?.params?.["_meta"]).toMatchObject({
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientCapabilities": declared,
      });
    }
  });
});

describe("E11: a server that takes no initialize after a probe in the same process", () => {
  // Counts what its process has seen.
  function touchy(): World {
    let requests = 0;
    return {
      open: () => {
        requests = 0;
        return undefined;
      },
      answer: () => {
        requests += 1;
        return requests === 1 ? initializeOnly : error(-32000, undefined, "Not initialized");
      },
    };
  }
  const initializeOnly: Behaviour = (turn) =>
    turn.request.method === "initialize"
      ? initialized()(turn)
      : error(-32000, undefined, "Not initialized")(turn);

  it("E11: is unavailable, with the hint how to make it work", async () => {
    const run = await negotiateIn(touchy(), policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({ era: "unknown", reason: "initialize_error" });
    expect(run.result.record.message).toContain('"allowLegacy": { "reopen": true }');
  });

  it("E11: works once the hint is followed", async () => {
    const run = await negotiateIn(touchy(), policyOf({ allowLegacy: { reopen: true } }));
    expect(run.result.record).toMatchObject({ verdict: "legacy", reason: "initialized" });
    expect([run.opens, run.mostOpen]).toEqual([2, 1]);
  });

  it("E11: gets no such hint when a fresh process answers initialize with an error", async () => {
    const world = worldOf(error(-32601), error(-32000));
    const run = await negotiateIn(world, policyOf({ allowLegacy: { reopen: true } }));
    expect(run.result.record.reason).toBe("initialize_error");
    expect(run.result.record.message).not.toContain("reopen");
  });
});
