import { describe, expect, it } from "vitest";
import type { NegotiationPolicy } from "../src/index.js";
import { discovered, error, initialized, silence } from "./behaviours.js";
import {
  type Behaviour,
  negotiateIn,
  policyOf,
  type Run,
  sentMethods,
  type World,
  worldOf,
} from "./world.js";

describe("P10: a launcher that installs for 45 s before its server reads", () => {
  const INSTALL_MS = 45_000;
  const defaults = (allowLegacy: boolean): NegotiationPolicy => {
    const { clientInfo, capabilities } = policyOf({});
    return { clientInfo, capabilities, allowLegacy };
  };

  /** Each process reads after the installation; with `later` 0 a later one finds all in place. */
  function launcher(server: Behaviour, later = 0): World {
    let processes = 0;
    let readsAt = 0;
    return {
      open: () => {
        processes += 1;
        readsAt = processes === 1 ? INSTALL_MS : later;
        return undefined;
      },
      answer: () => (turn) => {
        const wait = readsAt - turn.now();
        if (wait > 0) turn.later(wait, () => server(turn));
        else server(turn);
      },
    };
  }
  const modernServer: Behaviour = (turn) =>
    (turn.request.method === "server/discover" ? discovered() : error(-32601))(turn);
  const legacyServer: Behaviour = (turn) =>
    (turn.request.method === "initialize" ? initialized() : error(-32601))(turn);

  const verdict = ({ result: { record } }: Run): readonly unknown[] => [record.verdict, record.era];

  it("P10: modern, not allowed: is waited for", async () => {
    const run = await negotiateIn(launcher(modernServer), defaults(false));
    expect(verdict(run)).toEqual(["modern", "modern"]);
    expect([run.clock.now(), run.opens]).toEqual([INSTALL_MS, 1]);
  });

  it("P10: modern, allowed: its late answer overrules the initialize", async () => {
    const run = await negotiateIn(launcher(modernServer), defaults(true));
    expect(verdict(run)).toEqual(["modern", "modern"]);
    expect(sentMethods(run)).toEqual(["server/discover", "initialize", "server/discover"]);
  });

  it("P10: modern, allowed: is waited for again when it is as slow the second time", async () => {
    const slowTwice = launcher(modernServer, 2 * INSTALL_MS);
    const run = await negotiateIn(slowTwice, defaults(true));
    expect(verdict(run)).toEqual(["modern", "modern"]);
    expect([run.clock.now(), run.opens]).toEqual([2 * INSTALL_MS, 2]);
  });

  it("P10: legacy, not allowed: is heard, and unavailable for what it answered", async () => {
    const run = await negotiateIn(launcher(legacyServer), defaults(false));
    expect(verdict(run)).toEqual(["unavailable", "unknown"]);
    expect(run.result.record.message).toContain("error -32601");
    expect(run.clock.now()).toBeLessThan(INSTALL_MS + 1000);
  });

  it("P10: legacy, allowed: has until startTimeoutMs to answer initialize", async () => {
    const run = await negotiateIn(launcher(legacyServer), defaults(true));
    expect(verdict(run)).toEqual(["legacy", "legacy"]);
    expect([run.clock.now(), run.opens]).toEqual([INSTALL_MS, 1]);
  });

  it("P10: a launcher that never gets ready is given up after startTimeoutMs", async () => {
    for (const allowLegacy of [false, true]) {
      const run = await negotiateIn(worldOf(silence, silence), defaults(allowLegacy));
      expect(verdict(run)).toEqual(["unavailable", "unknown"]);
      expect(run.result.record.elapsedMs).toBe(allowLegacy ? 65_000 : 60_000);
    }
  });
});
