import type { Connection } from "@x/connection";
import { type StampContext, stamp } from "@x/wire";
import { describe, expect, it } from "vitest";
import { type AllowLegacy, negotiate } from "../src/index.js";
import {
  close,
  DISCOVER_RESULT,
  discovered,
  error,
  exit,
  frame,
  initialized,
  lateForProbe,
  result,
  silence,
} from "./behaviours.js";
import { settleMicrotasks, VirtualClock } from "./virtual-clock.js";
import {
  type Behaviour,
  CLIENT_INFO,
  negotiateIn,
  policyOf,
  type Run,
  recordedTransport,
  sentFrames,
  sentMethods,
  worldOf,
} from "./world.js";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
} as const;
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const UNSUPPORTED = error(-32022, { supported: ["2026-07-28"], requested: "2026-07-28" });

/** One more request on a connection that was settled. */
async function call(connection: Connection, context: StampContext, name: string): Promise<void> {
  const id = connection.ids.next();
  const request = stamp({ id, method: "tools/call", params: { name } }, context);
  await connection.exchange(request, { totalMs: 50, onAbandon: "cancel" });
}

function settledIn(run: Run): Extract<Run["result"], { readonly type: "settled" }> {
  if (run.result.type !== "settled") throw new Error(run.result.record.message);
  return run.result;
}

describe("the boundaries of the two eras", () => {
  it("metadata is repeated on every request", async () => {
    const elicitation = { form: {}, url: {} };
    const world = worldOf(
      error(-32020),
      UNSUPPORTED,
      error(-32021, { requiredCapabilities: { elicitation: { url: {} } } }),
      discovered(),
      result({ resultType: "complete", content: [] }),
      result({ resultType: "complete", content: [] }),
    );
    const run = await negotiateIn(world, policyOf({ declarable: { elicitation } }));
    const { connection, settled } = settledIn(run);
    await call(connection, settled.stamp, "one");
    await call(connection, settled.stamp, "two");
    const undeclared = { ...META, [CAPABILITIES]: {} };
    const declared = { ...META, [CAPABILITIES]: { elicitation: { url: {} } } };
    expect(sentFrames(run)).toEqual([
      { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: undeclared } },
      { jsonrpc: "2.0", id: 2, method: "server/discover", params: { _meta: undeclared } },
      { jsonrpc: "2.0", id: 3, method: "server/discover", params: { _meta: undeclared } },
      { jsonrpc: "2.0", id: 4, method: "server/discover", params: { _meta: declared } },
      { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "one", _meta: declared } },
      { jsonrpc: "2.0", id: 6, method: "tools/call", params: { name: "two", _meta: declared } },
    ]);
  });

  it.each<AllowLegacy>([false, true, { reopen: true }])(
    "-32022 is retried as modern discovery without initialize (allowLegacy: %j)",
    async (allowLegacy) => {
      const run = await negotiateIn(worldOf(UNSUPPORTED, discovered()), policyOf({ allowLegacy }));
      expect(run.result.record).toMatchObject({ verdict: "modern", revision: "2026-07-28" });
      expect(sentFrames(run).map(({ id, method }) => [id, method])).toEqual([
        [1, "server/discover"],
        [2, "server/discover"],
      ]);
    },
  );

  it.each<[string, readonly Behaviour[]]>([
    ["-32020 twice", [error(-32020), error(-32020)]],
    ["-32020, then -32601", [error(-32020), error(-32601)]],
    ["-32021 that nothing helps", [error(-32021, { requiredCapabilities: { sampling: {} } })]],
    ["-32021 without data", [error(-32021)]],
    ["-32022 twice", [UNSUPPORTED, UNSUPPORTED]],
    ["-32022, then silence", [UNSUPPORTED, silence]],
    ["-32022, then close", [UNSUPPORTED, close]],
    ["-32022, then an answer to initialize", [UNSUPPORTED, initialized()]],
    ["-32022 with legacy revisions only", [error(-32022, { supported: ["2025-11-25"] })]],
    ["a DiscoverResult with legacy ones only", [discovered({ supportedVersions: ["2025-11-25"] })]],
  ])(
    "recognised modern errors are never downgraded, even for an allowed peer: %s",
    async (_name, behaviours) => {
      for (const allowLegacy of [true, { reopen: true }] as const) {
        const run = await negotiateIn(worldOf(...behaviours), policyOf({ allowLegacy }));
        expect(run.result.record).toMatchObject({ verdict: "unavailable", era: "modern" });
        expect(sentMethods(run)).toEqual(behaviours.map(() => "server/discover"));
      }
    },
  );

  it.each<[string, Behaviour, string]>([
    ["silence", silence, "probe_unanswered"],
    ["close", close, "probe_closed"],
    ["exit", exit(1), "probe_closed"],
    ["an empty result", result({}), "legacy_not_allowed"],
    ["-32601", error(-32601), "legacy_not_allowed"],
    ["code 0", error(0), "legacy_not_allowed"],
    ["a result of another kind", initialized(), "legacy_not_allowed"],
    [
      "an envelope without jsonrpc",
      frame((id) => ({ id, result: DISCOVER_RESULT })),
      "legacy_not_allowed",
    ],
    ["text", frame(() => "Starting server on stdio..."), "probe_unanswered"],
  ])(
    "time-out, close, empty and unrecognised replies trigger no initialize without permission: %s",
    async (_name, behaviour, reason) => {
      const run = await negotiateIn(worldOf(behaviour), policyOf({ allowLegacy: false }));
      expect(run.result.record).toMatchObject({
        verdict: "unavailable",
        era: "unknown",
        reason,
      });
      expect(run.log.some(({ text }) => text.includes("initialize"))).toBe(false);
      expect(run.stillOpen()).toBe(0);
    },
  );

  it("an allowed peer is legacy only after a valid, supported result", async () => {
    const world = worldOf(error(-32601), initialized({ protocolVersion: "2025-06-18" }));
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result).toMatchObject({
      type: "settled",
      settled: {
        era: "legacy",
        revision: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "old-server", version: "0.9.0" },
        stamp: { era: "legacy", revision: "2025-06-18" },
      },
      record: { verdict: "legacy", era: "legacy", reason: "initialized" },
    });
    expect(sentFrames(run).slice(1)).toEqual([
      {
        jsonrpc: "2.0",
        id: 2,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT_INFO },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    ]);
  });

  it.each<[string, Behaviour, string]>([
    ["a revision of nobody", initialized({ protocolVersion: "1999-01-01" }), "initialize_revision"],
    ["a modern revision", initialized({ protocolVersion: "2026-07-28" }), "initialize_revision"],
    ["no capabilities", initialized({ capabilities: undefined }), "initialize_capabilities"],
    ["no serverInfo", initialized({ serverInfo: undefined }), "initialize_server_info"],
    ["an error", error(-32602), "initialize_error"],
    ["silence", silence, "initialize_unanswered"],
    ["no jsonrpc", frame((id) => ({ id, result: {} })), "initialize_wrong_jsonrpc"],
  ])(
    "malformed and unsupported results leave it unavailable: %s",
    async (_name, answer, reason) => {
      const run = await negotiateIn(
        worldOf(error(-32601), answer),
        policyOf({ allowLegacy: true }),
      );
      expect(run.result.record).toMatchObject({ verdict: "unavailable", era: "unknown", reason });
      expect(sentMethods(run)).toEqual(["server/discover", "initialize"]);
      expect(run.stillOpen()).toBe(0);
    },
  );

  it("a selected era is kept for the transport's life", async () => {
    const late = lateForProbe({ result: DISCOVER_RESULT });
    const world = worldOf(silence, initialized(), (turn) => {
      late(turn);
      turn.reply({ error: { code: -32601, message: "Method not found" } });
    });
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    const { connection, settled } = settledIn(run);
    await call(connection, settled.stamp, "one");
    expect(settled.era).toBe("legacy");
    expect(sentFrames(run).at(-1)).toEqual({
      jsonrpc: "2.0",
      id: 3,
      method: "tools/call",
      params: { name: "one" },
    });
    expect(sentMethods(run)).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/call",
    ]);
    expect(() => connection.settle({ era: "modern", revision: "2026-07-28" })).toThrow();
    expect(run.opens).toBe(1);
  });

  it("E8: a server that is upgraded and restarts is negotiated with from nothing", async () => {
    const clock = new VirtualClock();
    const world = worldOf(error(-32601), initialized(), discovered());
    const recorded = recordedTransport(world, clock);
    const policy = policyOf({ allowLegacy: true });
    const before = await negotiate(recorded.transport, policy, clock);
    expect(before.record.verdict).toBe("legacy");
    if (before.type !== "settled") throw new Error(before.record.message);
    const closed = before.connection.close();
    await settleMicrotasks();
    clock.ringNext();
    await closed;
    const now = await negotiate(recorded.transport, policy, clock);
    expect(now).toMatchObject({
      type: "settled",
      settled: { era: "modern", stamp: { era: "modern", revision: "2026-07-28" } },
    });
    const methods = sentMethods(recorded.seen());
    expect(methods.slice(3)).toEqual(["server/discover"]);
  });
});
