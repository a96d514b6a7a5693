import {
  type ClientCapabilities,
  type EraName,
  type Implementation,
  isExtensionId,
  LEGACY_REVISIONS,
  MODERN_REVISIONS,
} from "@x/wire";
import { EraError } from "./era-error.js";

/**
 * Whether this exact peer may be asked `initialize` after an ambiguous probe: the operator's intent,
 * never evidence. `{ reopen: true }` allows it too, on a new connection: for servers that take no
 * `initialize` once they have seen a probe.
 */
export type AllowLegacy = false | true | { readonly reopen: true };

/** How one peer is negotiated with. All times in milliseconds. */
export interface NegotiationPolicy {
  /** Who we say we are. Goes into every probe and into `initialize`. */
  readonly clientInfo: Implementation;
  /** Declared from the first message on. */
  readonly capabilities: ClientCapabilities;
  /** Declared in `initialize` in place of them. A legacy server cannot demand more. Default: the same. */
  readonly legacyCapabilities?: ClientCapabilities;
  /** What the host has handlers for beyond that, and may declare when a server asks (`-32021`). */
  readonly declarable?: ClientCapabilities;
  /** Belongs to one binding: never carry it over to another command, endpoint or origin. */
  readonly allowLegacy: AllowLegacy;
  /** Preferred first. Default {@link MODERN_REVISIONS}. */
  readonly modernRevisions?: readonly string[];
  /** In any order: the highest is asked for, each is accepted. Default {@link LEGACY_REVISIONS}. */
  readonly legacyRevisions?: readonly string[];
  /** How long an answer to `server/discover` is waited for. Default 5,000. */
  readonly probeTimeoutMs?: number;
  /** How long an answer to `initialize` is waited for. Default 10,000. */
  readonly legacyProbeTimeoutMs?: number;
  /**
   * How long a connection may take to open; and from there, how long the first byte of a fresh peer is
   * waited for, in place of the two others. Default 60,000. Not used for the probe of a peer that is
   * allowed to be legacy: a legacy server that ignores the probe looks just like a slow starter, and is
   * to cost the probe's deadline only.
   */
  readonly startTimeoutMs?: number;
}

/** At least one revision. */
export type Revisions = readonly [string, ...string[]];

/** A policy that was checked, with every default filled in. */
export interface ResolvedPolicy extends Required<NegotiationPolicy> {
  readonly modernRevisions: Revisions;
  /** Highest first. */
  readonly legacyRevisions: Revisions;
}

/**
 * Checks a policy and fills in its defaults. The lists are copied.
 *
 * @throws EraError `invalid_allow_legacy`, `invalid_client_info`, `invalid_extension`, `invalid_revisions`,
 * `invalid_timeout`.
 */
export function resolvePolicy(policy: NegotiationPolicy): ResolvedPolicy {
  return {
    clientInfo: checkedClientInfo(policy.clientInfo),
    capabilities: checkedExtensions(policy.capabilities),
    legacyCapabilities: checkedExtensions(policy.legacyCapabilities ?? policy.capabilities),
    declarable: checkedExtensions(policy.declarable ?? {}),
    allowLegacy: checkedAllowLegacy(policy.allowLegacy),
    modernRevisions: checkedRevisions("modern", policy.modernRevisions ?? MODERN_REVISIONS),
    // Revisions are dates: their order as text is their order.
    legacyRevisions: checkedRevisions(
      "legacy",
      (policy.legacyRevisions ?? LEGACY_REVISIONS).toSorted().toReversed(),
    ),
    probeTimeoutMs: checkedTimeout("probeTimeoutMs", policy.probeTimeoutMs ?? 5000),
    legacyProbeTimeoutMs: checkedTimeout(
      "legacyProbeTimeoutMs",
      policy.legacyProbeTimeoutMs ?? 10_000,
    ),
    startTimeoutMs: checkedTimeout("startTimeoutMs", policy.startTimeoutMs ?? 60_000),
  };
}

function checkedClientInfo(clientInfo: Implementation): Implementation {
  if (!isNonEmptyString(clientInfo.name) || !isNonEmptyString(clientInfo.version)) {
    throw new EraError("clientInfo needs a name and a version, both non-empty strings.", {
      code: "invalid_client_info",
    });
  }
  return clientInfo;
}

/** Specification 2026-07-28, "Extension Negotiation". */
function checkedExtensions(capabilities: ClientCapabilities): ClientCapabilities {
  for (const id of Object.keys(capabilities.extensions ?? {})) {
    if (isExtensionId(id)) continue;
    throw new EraError(
      `${JSON.stringify(id)} is no identifier of an extension. Use a name with a prefix, such as "com.example/name".`,
      { code: "invalid_extension" },
    );
  }
  return capabilities;
}

/** Strict on purpose: `"false"`, `1` or `{ reopen: "no" }` out of a file must not permit anything. */
function checkedAllowLegacy(value: AllowLegacy): AllowLegacy {
  if (typeof value === "boolean") return value;
  if (typeof value === "object" && value !== null && value.reopen === true) return { reopen: true };
  throw new EraError(
    `allowLegacy is ${JSON.stringify(value)}. Use false, true or { reopen: true }.`,
    {
      code: "invalid_allow_legacy",
    },
  );
}

/** The first revision without a handshake (specification 2026-07-28, "Versioning"). */
const FIRST_MODERN_REVISION = "2026-07-28";

function checkedRevisions(era: EraName, revisions: readonly string[]): Revisions {
  for (const revision of revisions) {
    const fits =
      isNonEmptyString(revision) && (era === "modern") === revision >= FIRST_MODERN_REVISION;
    if (!fits) {
      throw new EraError(
        `${era}Revisions has ${JSON.stringify(revision)}, which is no ${era} revision. ` +
          `Modern ones begin with ${FIRST_MODERN_REVISION}. Move it to the other list or take it out.`,
        { code: "invalid_revisions" },
      );
    }
  }
  const [first, ...others] = revisions;
  if (first === undefined) {
    throw new EraError(`${era}Revisions is empty. Name at least one revision, or leave it out.`, {
      code: "invalid_revisions",
    });
  }
  return [first, ...others];
}

function checkedTimeout(name: string, ms: number): number {
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new EraError(`${name} is ${ms}. Give a positive, finite number of milliseconds.`, {
    code: "invalid_timeout",
  });
}

function isNonEmptyString(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
