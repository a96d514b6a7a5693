import type { AllowLegacy, NegotiationPolicy } from "@x/era";
import type { RegistryPeer } from "@x/registry";
import type { Safety } from "@x/router";
import type { Implementation } from "@x/wire";
import type { Declaration } from "./declaration.js";

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
  /** Until it is opened, and from there until the first byte of a process that starts slowly. Default 60,000. */
  readonly startTimeoutMs?: number;
  /**
   * Whether the server is brought up again by itself, with growing pauses, when it was lost or did not
   * come up. Default `true`. After `maxRestarts` failures in a row it stays down until `reconnect()`.
   */
  readonly recover?: boolean;
  /** Failures in a row after which no further attempt is made. Default 20. */
  readonly maxRestarts?: number;
  /**
   * Whether a call that was lost on its way may be made again, by local name of its tool; `*` stands for
   * all that are not named. Default `never`: the server may have done it. `idempotent` believes what the
   * server claims of the tool.
   */
  readonly repeat?: { readonly [tool: string]: Safety };
  /** Which tools are taken, by local name, before merging. */
  readonly tools?: Pick<RegistryPeer, "include" | "exclude">;
  /** The same for prompts. */
  readonly prompts?: Pick<RegistryPeer, "include" | "exclude">;
}

/** How the client speaks of itself to a server. */
export interface Introduction extends Declaration {
  readonly clientInfo: Implementation;
}

/** What the options of a server mean for its negotiation. */
export function policyOf(options: ServerOptions, introduction: Introduction): NegotiationPolicy {
  const { allowLegacy = false, probeTimeoutMs, legacyProbeTimeoutMs, startTimeoutMs } = options;
  const { clientInfo, capabilities, legacyCapabilities, declarable } = introduction;
  return {
    clientInfo,
    capabilities,
    legacyCapabilities,
    declarable,
    allowLegacy,
    ...(probeTimeoutMs === undefined ? {} : { probeTimeoutMs }),
    ...(legacyProbeTimeoutMs === undefined ? {} : { legacyProbeTimeoutMs }),
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
  };
}

/** What the operator says of a tool. */
export function safetyOf({ repeat = {} }: ServerOptions, tool: string): Safety {
  if (Object.hasOwn(repeat, tool)) return repeat[tool] ?? "never";
  return (Object.hasOwn(repeat, "*") ? repeat["*"] : undefined) ?? "never";
}
