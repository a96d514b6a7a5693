import { describe, expect, it } from "vitest";
import {
  discovered,
  error,
  exit,
  frame,
  INITIALIZE_RESULT,
  initialized,
  result,
  silence,
} from "./behaviours.js";
import {
  type Behaviour,
  negotiateIn,
  policyOf,
  sentFrames,
  sentMethods,
  TIMES,
  worldOf,
} from "./world.js";

const NO_MODERN_SERVER: readonly [string, Behaviour][] = [
  ["-32601", error(-32601)],
  ["-32602", error(-32602)],
  ["-32603", error(-32603)],
  ["-32000", error(-32000)],
  ["-32001", error(-32001)],
  ["code 0", error(0)],
  ["{} as result", result({})],
  ["nothing at all", silence],
  ["process exit", exit(3, "fatal: missing API_KEY")],
];

/** Where nothing came back, the reason says that, and not that the answer was of no use. */
const REASONS: { readonly [name: string]: string } = {
  "nothing at all": "probe_unanswered",
  "process exit": "probe_closed",
};

describe("E1: an ambiguous probe of a peer that is not allowed", () => {
  it.each(NO_MODERN_SERVER)(
    "E1: %s leaves it unavailable, with the way out",
    async (name, answer) => {
      const run = await negotiateIn(worldOf(answer), policyOf({}));
      const { record } = run.result;
      expect(record).toMatchObject({ verdict: "unavailable", era: "unknown", revision: null });
      expect(record.reason).toBe(REASONS[name] ?? "legacy_not_allowed");
      expect(record.message).toContain('"allowLegacy": true');
      expect(sentMethods(run)).toEqual(["server/discover"]);
    },
  );

  it("E1: the message says what was seen", async () => {
    const run = await negotiateIn(
      worldOf(error(-32601, undefined, "Method not found")),
      policyOf({}),
    );
    expect(run.result.record.message).toBe(
      "The server did not identify itself as a modern server " +
        '(to server/discover: error -32601 "Method not found"). ' +
        'If it is a legacy server that you trust, set "allowLegacy": true for it.',
    );
  });
});

describe("E1: a server that is gone before it answers", () => {
  it("is said to be gone, and both remedies are named", async () => {
    const { result } = await negotiateIn(worldOf(exit(3, "fatal")), policyOf({}));
    expect(result.record.message).toMatch(
      /was gone before.*Look at why it ended.*"allowLegacy": true/,
    );
  });
});

describe("E2: an ambiguous probe of a peer that is allowed", () => {
  it.each(NO_MODERN_SERVER)("E2: %s, then a valid initialize, is legacy", async (_name, answer) => {
    const world = worldOf(answer, initialized());
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({ verdict: "legacy", revision: "2025-11-25" });
    expect(sentMethods(run)).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
    ]);
  });

  it("E2: a server that exited on the probe is opened once more, its first process gone before", async () => {
    const world = worldOf(exit(1), initialized());
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.log.map(({ connection, kind }) => `${connection} ${kind}`)).toEqual([
      "1 opened",
      "1 sent",
      "1 closing",
      "1 closed",
      "2 opened",
      "2 sent",
      "2 received",
      "2 sent",
    ]);
  });

  it("E2: a silent server costs only the probe deadline", async () => {
    const world = worldOf(silence, initialized());
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result.record.verdict).toBe("legacy");
    expect(run.clock.now()).toBe(TIMES.probeTimeoutMs);
  });
});

it("E3: -32022 that names the very revision just asked for is retried once, with a new id", async () => {
  const rejected = error(-32022, { supported: ["2026-07-28"], requested: "2026-07-28" });
  const run = await negotiateIn(worldOf(rejected, discovered()), policyOf({}));
  expect(run.result.record).toMatchObject({ verdict: "modern", revision: "2026-07-28" });
  expect(sentFrames(run).map(({ id }) => id)).toEqual([1, 2]);
});

const mutual = error(-32022, { supported: ["2026-07-28"], requested: "2026-07-28" });
it.each<[string, readonly Behaviour[], string]>([
  ["for ever", [mutual, mutual], "revision_rejected"],
  ["without supported", [error(-32022)], "no_revision_list"],
  ["with data of another type", [error(-32022, { supported: "2026-07-28" })], "no_revision_list"],
  ["with unknown revisions", [error(-32022, { supported: ["2099-01-01"] })], "no_mutual_revision"],
  ["with only 2025-11-25", [error(-32022, { supported: ["2025-11-25"] })], "no_mutual_revision"],
])(
  "E4: -32022 %s fails after at most one retry, without initialize",
  async (_name, answers, reason) => {
    const run = await negotiateIn(worldOf(...answers), policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({ verdict: "unavailable", era: "modern", reason });
    expect(sentMethods(run)).toEqual(answers.map(() => "server/discover"));
  },
);

const INCOMPLETE: readonly [string, Behaviour, string][] = [
  [
    "an id of another type",
    frame((id) => ({ jsonrpc: "2.0", id: `${id}`, result: INITIALIZE_RESULT })),
    "initialize_wrong_id",
  ],
  [
    "error beside result",
    frame((id) => ({
      jsonrpc: "2.0",
      id,
      result: INITIALIZE_RESULT,
      error: { code: -32603, message: "" },
    })),
    "initialize_result_and_error",
  ],
  ["no jsonrpc", frame((id) => ({ id, result: INITIALIZE_RESULT })), "initialize_wrong_jsonrpc"],
  ["revision 1999-01-01", initialized({ protocolVersion: "1999-01-01" }), "initialize_revision"],
  ["revision 2026-07-28", initialized({ protocolVersion: "2026-07-28" }), "initialize_revision"],
  ["capabilities []", initialized({ capabilities: [] }), "initialize_capabilities"],
  ["capabilities null", initialized({ capabilities: null }), "initialize_capabilities"],
  ["no capabilities", initialized({ capabilities: undefined }), "initialize_capabilities"],
  ["no serverInfo", initialized({ serverInfo: undefined }), "initialize_server_info"],
  [
    "an empty name",
    initialized({ serverInfo: { name: "", version: "1" } }),
    "initialize_server_info",
  ],
  ["no version", initialized({ serverInfo: { name: "s" } }), "initialize_server_info"],
  ["a version 1", initialized({ serverInfo: { name: "s", version: 1 } }), "initialize_server_info"],
];
it.each(INCOMPLETE)(
  "E5: an initialize result with %s is no legacy evidence",
  async (_name, answer, reason) => {
    const run = await negotiateIn(worldOf(error(-32601), answer), policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({ verdict: "unavailable", era: "unknown", reason });
    expect(sentMethods(run)).toEqual(["server/discover", "initialize"]);
  },
);
