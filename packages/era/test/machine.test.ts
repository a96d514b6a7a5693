import type { ExchangeOutcome, OpenFailure } from "@x/connection";
import type { ErrorObject, JsonObject } from "@x/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AllowLegacy,
  type NegotiationEffect,
  type NegotiationEvent,
  type NegotiationState,
  negotiation,
  step,
} from "../src/index.js";
import { DISCOVER_RESULT, INITIALIZE_RESULT } from "./behaviours.js";
import { policyOf } from "./world.js";

const FAILURE: OpenFailure = {
  type: "open_failure",
  phase: "spawn",
  code: "ENOENT",
  message: "No.",
};
const ENDED = { type: "ended", message: "It ended." } as const;

function answered(
  id: number,
  body: { result: JsonObject } | { error: ErrorObject },
): ExchangeOutcome {
  return { type: "response", size: 0, response: { jsonrpc: "2.0", id, ...body } };
}

const outcomes: readonly ExchangeOutcome[] = [
  answered(1, { result: DISCOVER_RESULT }),
  answered(1, { result: { ...DISCOVER_RESULT, supportedVersions: [] } }),
  answered(1, { result: INITIALIZE_RESULT }),
  answered(1, { result: {} }),
  ...[-32601, -32000, -32020, -32021, -32022].map((code) =>
    answered(1, { error: { code, message: "no", data: { supported: ["2026-07-28"] } } }),
  ),
  answered(1, {
    error: { code: -32021, message: "", data: { requiredCapabilities: { sampling: {} } } },
  }),
  { type: "closed", reason: ENDED, written: true },
  { type: "timed_out", limit: "total", afterMs: 50 },
  { type: "http_status", status: 401, headers: {}, body: "" },
  { type: "http_status", status: 500, headers: {}, body: "oops" },
  { type: "unreachable", code: "ECONNRESET", message: "Reset." },
  { type: "aborted", reason: undefined },
  { type: "stream_ended", message: "It ended." },
];

const outcome = fc.constantFrom(...outcomes);
const at = fc.nat(1000);
const events: fc.Arbitrary<NegotiationEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("opened" as const), atMs: at }) },
  fc.record({
    type: fc.constant("open_failed" as const),
    failure: fc.constant(FAILURE),
    atMs: at,
  }),
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("probe_ended" as const), outcome, atMs: at }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("initialize_ended" as const),
      id: fc.constantFrom(1, 2),
      outcome,
      atMs: at,
    }),
  },
  outcome
    .filter((one) => one.type === "response")
    .map(({ response }) => ({ type: "late" as const, response, atMs: 0 })),
  fc.record({
    type: fc.constant("confirmed" as const),
    outcome: fc.constantFrom({ type: "sent" as const }, { type: "closed" as const, reason: ENDED }),
    atMs: at,
  }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant("closed" as const), atMs: at }) },
);
const permission = fc.constantFrom<AllowLegacy>(false, true, { reopen: true });
const sequences = fc.array(events, { maxLength: 40 });

interface Played {
  readonly effects: readonly NegotiationEffect["type"][];
  readonly states: readonly NegotiationState[];
}

function play(allowLegacy: AllowLegacy, sequence: readonly NegotiationEvent[]): Played {
  const policy = policyOf({ allowLegacy, declarable: { sampling: {} } });
  let { next, effects } = negotiation(policy);
  const all = [...effects];
  const states = [next];
  for (const event of sequence) {
    ({ next, effects } = step(next, event));
    all.push(...effects);
    states.push(next);
  }
  return { effects: all.map(({ type }) => type), states };
}

describe("the machine, whatever happens in whatever order", () => {
  it("absorbs every event once it is settled or unavailable", () => {
    fc.assert(
      fc.property(permission, sequences, events, (allowLegacy, sequence, event) => {
        const end = play(allowLegacy, sequence).states.find(
          ({ state }) => state === "settled" || state === "unavailable",
        );
        fc.pre(end !== undefined);
        const after = step(end, event);
        expect(after.next).toBe(end);
        expect(after.effects).toEqual([]);
      }),
    );
  });

  it("asks for at most one initialize, and for none without permission", () => {
    fc.assert(
      fc.property(permission, sequences, (allowLegacy, sequence) => {
        const { effects } = play(allowLegacy, sequence);
        const initializes = effects.filter((type) => type === "initialize").length;
        expect(initializes).toBeLessThanOrEqual(allowLegacy === false ? 0 : 1);
      }),
      { numRuns: 500 },
    );
  });

  it("opens and closes in turn, and opens at most three times", () => {
    fc.assert(
      fc.property(permission, sequences, (allowLegacy, sequence) => {
        const { effects } = play(allowLegacy, sequence);
        const lives = effects.filter((type) => type === "open" || type === "close");
        expect(lives).toEqual(lives.map((_, i) => (i % 2 === 0 ? "open" : "close")));
        expect(lives.filter((type) => type === "open").length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  it("discovers at most four times, and once more after an initialize was overruled", () => {
    fc.assert(
      fc.property(permission, sequences, (allowLegacy, sequence) => {
        const { effects } = play(allowLegacy, sequence);
        const initializeAt = effects.indexOf("initialize");
        const after = initializeAt === -1 ? [] : effects.slice(initializeAt);
        const discovers = effects.filter((type) => type === "discover").length;
        expect(discovers).toBeLessThanOrEqual(5);
        expect(after.filter((type) => type === "discover").length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it("never asks for initialize, and never settles legacy, once the peer is known as modern", () => {
    fc.assert(
      fc.property(permission, sequences, (allowLegacy, sequence) => {
        const { states } = play(allowLegacy, sequence);
        const known = states.findIndex((one) => "facts" in one && one.facts.era === "modern");
        fc.pre(known !== -1);
        for (const one of states.slice(known)) {
          expect(["initializing", "confirming"]).not.toContain(one.state);
          if (one.state === "settled") expect(one.settled.era).toBe("modern");
          if (one.state === "unavailable") expect(one.record.era).toBe("modern");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("settles at most once, and confirms only what it has settled as legacy", () => {
    fc.assert(
      fc.property(permission, sequences, (allowLegacy, sequence) => {
        const { effects } = play(allowLegacy, sequence);
        const ends = effects.filter((type) => type === "settle" || type === "confirm");
        expect([[], ["settle"], ["settle", "confirm"]]).toContainEqual(ends);
      }),
      { numRuns: 500 },
    );
  });

  it("does not change what it was given", () => {
    const { next } = negotiation(policyOf({}));
    const before = structuredClone(next);
    step(next, { type: "opened", atMs: 1 });
    expect(next).toEqual(before);
  });
});

describe("the machine, while the first connection of a peer is being closed for initialize", () => {
  it.each([
    ["a DiscoverResult", { result: DISCOVER_RESULT }],
    ["-32022", { error: { code: -32022, message: "no" } }],
  ])("takes %s that comes late as modern, and discovers instead", (_name, body) => {
    const late: NegotiationEvent = {
      type: "late",
      response: { jsonrpc: "2.0", id: 1, ...body },
      atMs: 60,
    };
    const silent: NegotiationEvent = {
      type: "probe_ended",
      outcome: { type: "timed_out", limit: "total", afterMs: 50 },
      atMs: 50,
    };
    const closed: NegotiationEvent = { type: "closed", atMs: 70 };
    const opened: NegotiationEvent = { type: "opened", atMs: 1 };
    const whileClosing = [opened, silent, late, closed, opened];
    const whileOpening = [opened, silent, closed, late, opened];
    for (const sequence of [whileClosing, whileOpening]) {
      const { effects, states } = play({ reopen: true }, sequence);
      expect(effects).toEqual(["open", "discover", "close", "open", "discover"]);
      expect(states.at(-1)).toMatchObject({ state: "rediscovering", facts: { era: "modern" } });
    }
  });
});

describe("the machine, over HTTP, with a peer that is allowed", () => {
  const opened: NegotiationEvent = { type: "opened", atMs: 0 };
  const answeredBy = (status: number): NegotiationEvent => ({
    type: "probe_ended",
    outcome: { type: "http_status", status, headers: {}, body: "no" },
    atMs: 1,
  });

  it.each([
    [401, "unauthorized"],
    [403, "forbidden"],
    [407, "proxy_authentication_required"],
    [429, "rate_limited"],
    [307, "redirected"],
  ])("surfaces %d on the probe as itself, without initialize", (status, reason) => {
    const closed: NegotiationEvent = { type: "closed", atMs: 2 };
    const { effects, states } = play(true, [opened, answeredBy(status), closed]);
    expect(effects).toEqual(["open", "discover", "close"]);
    expect(states.at(-1)).toMatchObject({ state: "unavailable", record: { reason } });
  });

  it.each([200, 202, 400, 404, 405, 500])("takes %d on the probe as ambiguous", (status) => {
    const { effects } = play(true, [opened, answeredBy(status)]);
    expect(effects).toEqual(["open", "discover", "initialize"]);
  });
});
