import {
  type ClientCapabilities,
  type EraName,
  type Implementation,
  isJsonObject,
  SERVER_INFO_KEY,
  type ServerCapabilities,
  type StampContext,
} from "@x/wire";
import { claimedInstructions, claimedServer } from "./claims.js";
import type { DiscoverResult } from "./discover-result.js";
import type { InitializeResult } from "./initialize-result.js";
import type { ResolvedPolicy } from "./policy.js";

/** What was agreed with one connection's peer. Holds for that connection's life and no longer. */
export interface Settled {
  readonly era: EraName;
  readonly revision: string;
  /** What the server declares that it offers. */
  readonly capabilities: ServerCapabilities;
  /** A claim for people to read, never an identity. */
  readonly serverInfo?: Implementation;
  readonly instructions?: string;
  /** What this side declared. On a modern connection every request repeats it. */
  readonly declared: ClientCapabilities;
  /** What every later request on this connection is stamped with. */
  readonly stamp: StampContext;
}

/** What a `DiscoverResult` settles. */
export function settledModern(
  policy: ResolvedPolicy,
  declared: ClientCapabilities,
  agreed: { readonly revision: string; readonly discovered: DiscoverResult },
): Settled {
  const { revision, discovered } = agreed;
  const meta = isJsonObject(discovered._meta) ? discovered._meta : {};
  const serverInfo = claimedServer(meta[SERVER_INFO_KEY]);
  const instructions = claimedInstructions(discovered.instructions);
  return {
    era: "modern",
    revision,
    capabilities: discovered.capabilities,
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(instructions === undefined ? {} : { instructions }),
    declared,
    stamp: { era: "modern", revision, capabilities: declared, clientInfo: policy.clientInfo },
  };
}

/** What an `InitializeResult` settles. */
export function settledLegacy(policy: ResolvedPolicy, result: InitializeResult): Settled {
  const revision = result.protocolVersion;
  const serverInfo = claimedServer(result.serverInfo);
  const instructions = claimedInstructions(result.instructions);
  return {
    era: "legacy",
    revision,
    capabilities: result.capabilities,
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(instructions === undefined ? {} : { instructions }),
    declared: policy.legacyCapabilities,
    stamp: { era: "legacy", revision },
  };
}
