import * as modern from "@modelcontextprotocol/core";
import * as legacy from "@modelcontextprotocol/sdk/types.js";
import { ConnectionError } from "@x/connection";
import { describe, expect, it } from "vitest";
import type { AllowLegacy } from "../src/index.js";
import { AT_INITIALIZE, AT_LATER_PROBE, AT_PROBE } from "./alphabet.js";
import { enumerate } from "./enumerate.js";
import { violations } from "./rules.js";
import { settleMicrotasks } from "./virtual-clock.js";
import { negotiateIn, policyOf, type Run, sentFrames, type World } from "./world.js";

const FAILURE = {
  type: "open_failure",
  phase: "spawn",
  code: "ENOENT",
  message: "There is no command no-such. Check its name.",
} as const;

/** A world that goes the ways that `choose` says, and tells which it went. */
function worldBy(choose: (arity: number) => number, told: string[]): World {
  let probes = AT_PROBE;
  return {
    open: () => {
      const failed = choose(2) === 1;
      told.push(failed ? "open fails" : "opens");
      return failed ? FAILURE : undefined;
    },
    answer: ({ method }) => {
      const all = Object.entries(method === "initialize" ? AT_INITIALIZE : probes);
      probes = AT_LATER_PROBE;
      const [name, behaviour] = all[choose(all.length)] ?? [];
      if (behaviour === undefined) throw new Error("There is no such way.");
      told.push(`${method}: ${name}`);
      return behaviour;
    },
  };
}

/** Whatever the world still does, nothing may come of it. */
async function letTheWorldGoOn({ clock }: Run): Promise<void> {
  do await settleMicrotasks();
  while (clock.ringNext());
}

const permissions: readonly AllowLegacy[] = [false, true, { reopen: true }];
const policies = [
  ...permissions.flatMap((allowLegacy) => [
    { allowLegacy },
    { allowLegacy, declarable: { elicitation: { form: {}, url: {} } } },
  ]),
  { allowLegacy: true, modernRevisions: ["2027-01-01", "2026-07-28"] },
];

describe("every script of a server, through negotiate()", () => {
  const reasons = new Set<string>();
  const frames = new Set<string>();
  let total = 0;

  it.each(policies)("keeps every rule under %j", { timeout: 60_000 }, async (more) => {
    const policy = policyOf(more);
    total += await enumerate(async (choose) => {
      const told: string[] = [];
      const run = await negotiateIn(worldBy(choose, told), policy);
      const sent = sentFrames(run);
      await letTheWorldGoOn(run);
      expect(violations(run, policy, sent.length), told.join("; ")).toEqual([]);
      const { result } = run;
      if (result.type === "settled") {
        expect(() => result.connection.settle(result.settled)).toThrow(ConnectionError);
        await Promise.all([result.connection.close(), letTheWorldGoOn(run)]);
        expect([run.stillOpen(), run.clock.clientTimers], told.join("; ")).toEqual([0, 0]);
      }
      reasons.add(result.record.reason);
      for (const frame of sent) frames.add(JSON.stringify(frame));
    });
  });

  it("went through tens of thousands of scripts", () => {
    expect(total).toBeGreaterThan(20_000);
  });

  it("met every reason that a server without HTTP can be the cause of", () => {
    expect([...reasons].sort()).toEqual(
      [
        ...["discovered", "initialized", "confirmation_failed", "open_failed"],
        ...["no_mutual_revision", "no_revision_list", "revision_rejected", "missing_capability"],
        ...["header_mismatch", "modern_unconfirmed", "initialize_error"],
        ...["legacy_not_allowed", "probe_closed", "probe_unanswered"],
        ...["initialize_unanswered", "initialize_closed", "initialize_malformed"],
        ...["initialize_wrong_jsonrpc", "initialize_wrong_id", "initialize_result_and_error"],
        ...["initialize_revision", "initialize_capabilities", "initialize_server_info"],
      ].sort(),
    );
  });

  it("sent nothing that the official schema of its era refuses", () => {
    for (const text of frames) {
      const frame = JSON.parse(text);
      if (frame.method === "server/discover") {
        modern.JSONRPCRequestSchema.parse(frame);
        const { _meta, ...others } = modern.DiscoverRequestSchema.parse(frame).params ?? {};
        expect(others).toEqual({});
        expect(Object.keys(_meta ?? {}).sort()).toEqual([
          "io.modelcontextprotocol/clientCapabilities",
          "io.modelcontextprotocol/clientInfo",
          "io.modelcontextprotocol/protocolVersion",
        ]);
        const meta = frame.params._meta;
        modern.ClientCapabilitiesSchema.parse(meta["io.modelcontextprotocol/clientCapabilities"]);
        modern.ImplementationSchema.parse(meta["io.modelcontextprotocol/clientInfo"]);
        expect(meta["io.modelcontextprotocol/protocolVersion"]).toEqual(expect.any(String));
      } else if (frame.method === "initialize") {
        legacy.JSONRPCRequestSchema.parse(frame);
        legacy.InitializeRequestSchema.parse(frame);
        expect(frame.params._meta).toBeUndefined();
      } else {
        legacy.JSONRPCNotificationSchema.parse(frame);
        legacy.InitializedNotificationSchema.parse(frame);
        expect(frame).toEqual({ jsonrpc: "2.0", method: "notifications/initialized" });
      }
    }
  });
});
