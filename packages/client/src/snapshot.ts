import type { Binding } from "@x/connection";
import type { Evidence } from "@x/era";
import type { Collision, NamedEntry, Quarantined } from "@x/registry";
import { redactJson } from "@x/wire";
import type { Catalogue } from "./catalogue.js";
import type { Peer } from "./peer.js";
import { type PeerReport, reportOf } from "./report.js";

/** What a peer is reached by, without what may be secret: arguments, environment, a URL's query. */
export type ShownBinding =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: number;
      readonly cwd: string;
    }
  | { readonly type: "http"; readonly url: string }
  | { readonly type: "memory" | "custom"; readonly name: string };

/** One peer at one moment. */
export interface PeerSnapshot
  extends Omit<PeerReport, "tools" | "prompts" | "capabilities" | "extensions" | "evidence"> {
  readonly binding: ShownBinding;
  readonly allowLegacy: boolean;
  /** Names of what its server declares, in its order; at most 50. */
  readonly capabilities: readonly string[];
  /** Identifiers of extensions that it declares; at most 50. Absent where there are none. */
  readonly extensions?: readonly string[];
  readonly evidence: readonly Evidence[];
  /** How often it broke which rule, by fault code, over all its connections. */
  readonly faultsByCode: { readonly [code: string]: number };
}

/** A merged name, and whose it is. */
export type NameSnapshot = Pick<NamedEntry, "canonical" | "peer" | "local">;

/** Everything about a client at one moment that helps to understand it, as plain data for JSON. */
export interface Snapshot {
  readonly peers: readonly PeerSnapshot[];
  readonly tools: readonly NameSnapshot[];
  readonly prompts: readonly NameSnapshot[];
  readonly collisions: readonly Collision[];
  /** Without what the server sent. */
  readonly quarantined: readonly Omit<Quarantined, "value">[];
}

/** The most names of capabilities that are shown. */
const MAX_CAPABILITIES = 50;

/** Takes a snapshot; `redact` is applied to every text in it, names of members aside. */
export function snapshotOf(
  peers: readonly Peer[],
  catalogue: Catalogue,
  redact: (text: string) => string,
): Snapshot {
  const snapshot: Snapshot = {
    peers: peers.map(peerSnapshot),
    tools: catalogue.tools.entries.map(nameSnapshot),
    prompts: catalogue.prompts.entries.map(nameSnapshot),
    collisions: catalogue.collisions,
    quarantined: catalogue.quarantined.map(({ value: _, ...record }) => record),
  };
  return redactJson(snapshot, { text: redact, key: unchanged, number: unchanged }) as Snapshot;
}

function peerSnapshot(peer: Peer): PeerSnapshot {
  const { tools: _, prompts: __, capabilities = {}, extensions, ...report } = reportOf(peer, NONE);
  return {
    ...report,
    binding: shownBinding(peer.transport.binding),
    allowLegacy: (peer.options.allowLegacy ?? false) !== false,
    capabilities: Object.keys(capabilities).slice(0, MAX_CAPABILITIES),
    ...(extensions === undefined
      ? {}
      : { extensions: Object.keys(extensions).slice(0, MAX_CAPABILITIES) }),
    faultsByCode: Object.fromEntries(peer.seen.byCode),
  };
}

const NONE = { tools: 0, prompts: 0 };

function nameSnapshot({ canonical, peer, local }: NamedEntry): NameSnapshot {
  return { canonical, peer, local };
}

function shownBinding(binding: Binding): ShownBinding {
  switch (binding.type) {
    case "stdio": {
      const { type, command, args, cwd } = binding;
      return { type, command, args: args.length, cwd };
    }
    case "http":
      return { type: "http", url: shownAddress(binding.url) };
    case "memory":
      return { type: "memory", name: binding.name };
    case "custom":
      return { type: "custom", name: shownAddress(binding.name) };
  }
}

/** Keys and tokens are in a query, if in an address at all. */
function shownAddress(address: string): string {
  const [shown = "", ...hidden] = address.split(/[?#]/);
  return hidden.length === 0 ? shown : `${shown}?…`;
}

function unchanged<T>(value: T): T {
  return value;
}
