import type { AllowLegacy, NegotiationPolicy } from "@x/era";
import type { RegistryPeer } from "@x/registry";
import type { ClientCapabilities, Implementation } from "@x/wire";

/** How one server is treated. Times in milliseconds. */
export interface ServerOptions {
  /**
   * Whether this very server may be spoken to as a legacy one once it did not show itself as modern.
   * Default `false`. It belongs to the transport's binding; there is no global switch.
   */
  readonly allowLegacy?: AllowLegacy;
  /** For the answer to `server/discover`. Default 5,000. */
  readonly probeTimeoutMs?: number;
  /** For the answer to `initialize`. */
  readonly legacyProbeTimeoutMs?: number;
  /** Until the first byte of a process that starts slowly. Default 60,000. */
  readonly startTimeoutMs?: number;
  /** Which tools are taken, by local name, before merging. */
  readonly tools?: Pick<RegistryPeer, "include" | "exclude">;
}

/** How the client speaks of itself to every server. */
export interface Introduction {
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
}

/** What the options of a server mean for its negotiation. */
export function policyOf(options: ServerOptions, introduction: Introduction): NegotiationPolicy {
  const { allowLegacy = false, probeTimeoutMs, legacyProbeTimeoutMs, startTimeoutMs } = options;
  const { clientInfo, capabilities } = introduction;
  return {
    clientInfo,
    capabilities,
    allowLegacy,
    ...(probeTimeoutMs === undefined ? {} : { probeTimeoutMs }),
    ...(legacyProbeTimeoutMs === undefined ? {} : { legacyProbeTimeoutMs }),
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
  };
}
