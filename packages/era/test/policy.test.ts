import { describe, expect, it } from "vitest";
import { EraError, type NegotiationPolicy, negotiation, resolvePolicy } from "../src/index.js";

const POLICY: NegotiationPolicy = {
  clientInfo: { name: "c", version: "1" },
  capabilities: {},
  allowLegacy: false,
};

describe("resolvePolicy", () => {
  it("fills in the defaults", () => {
    expect(resolvePolicy(POLICY)).toEqual({
      ...POLICY,
      legacyCapabilities: {},
      declarable: {},
      modernRevisions: ["2026-07-28"],
      legacyRevisions: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      probeTimeoutMs: 5000,
      legacyProbeTimeoutMs: 10_000,
      startTimeoutMs: 60_000,
    });
  });

  it("keeps the order of the modern revisions, and puts the legacy ones highest first", () => {
    const modernRevisions = ["2026-07-28", "2027-01-01"];
    const legacyRevisions = ["2024-11-05", "2025-06-18"];
    expect(resolvePolicy({ ...POLICY, modernRevisions, legacyRevisions })).toMatchObject({
      modernRevisions: ["2026-07-28", "2027-01-01"],
      legacyRevisions: ["2025-06-18", "2024-11-05"],
    });
  });

  it("takes extensions by names with a prefix", () => {
    const capabilities = {
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } },
    };
    const declarable = { extensions: { "com.example/a-b.c": {} } };
    expect(resolvePolicy({ ...POLICY, capabilities, declarable })).toMatchObject({
      capabilities,
      declarable,
    });
  });

  /** As it may come out of a file that nobody checked. */
  const unchecked = (more: object): NegotiationPolicy => ({ ...POLICY, ...more });
  it.each<[string, object]>([
    ["invalid_revisions", { modernRevisions: [] }],
    ["invalid_revisions", { legacyRevisions: [] }],
    ["invalid_revisions", { modernRevisions: ["2026-07-28", "2025-11-25"] }],
    ["invalid_revisions", { legacyRevisions: ["2025-11-25", "2026-07-28"] }],
    ["invalid_revisions", { modernRevisions: [""] }],
    ["invalid_revisions", { modernRevisions: [20260728] }],
    ["invalid_timeout", { probeTimeoutMs: 0 }],
    ["invalid_timeout", { probeTimeoutMs: -1 }],
    ["invalid_timeout", { legacyProbeTimeoutMs: Number.NaN }],
    ["invalid_timeout", { startTimeoutMs: Number.POSITIVE_INFINITY }],
    ["invalid_timeout", { startTimeoutMs: "5000" }],
    ["invalid_allow_legacy", { allowLegacy: "false" }],
    ["invalid_allow_legacy", { allowLegacy: undefined }],
    ["invalid_allow_legacy", { allowLegacy: null }],
    ["invalid_allow_legacy", { allowLegacy: 1 }],
    ["invalid_allow_legacy", { allowLegacy: {} }],
    ["invalid_allow_legacy", { allowLegacy: { reopen: "yes" } }],
    ["invalid_client_info", { clientInfo: { name: "", version: "1" } }],
    ["invalid_client_info", { clientInfo: { name: "c" } }],
    ["invalid_extension", { capabilities: { extensions: { ui: {} } } }],
    ["invalid_extension", { capabilities: { extensions: { "com.example/a": {}, "a b/c": {} } } }],
    ["invalid_extension", { declarable: { extensions: { "1.example/ui": {} } } }],
    ["invalid_extension", { declarable: { extensions: { "/ui": {} } } }],
  ])("throws %s for %o", (code, more) => {
    for (const use of [resolvePolicy, negotiation]) {
      const thrown = thrownBy(() => use(unchecked(more)));
      expect(thrown).toBeInstanceOf(EraError);
      expect(thrown).toMatchObject({ code, fault: "local" });
    }
  });
});

function thrownBy(f: () => unknown): unknown {
  try {
    f();
  } catch (error) {
    return error;
  }
  return undefined;
}
