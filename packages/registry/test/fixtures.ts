import {
  type CollisionPolicy,
  createRegistry,
  entries,
  type PeerList,
  quarantined,
  type Registry,
  type RegistryEvent,
  type RegistryUpdate,
  update,
} from "../src/index.js";

/** A tool that nothing is wrong with. */
export function tool(name: string, more: object = {}): object {
  return { name, description: `Does ${name}.`, inputSchema: { type: "object" }, ...more };
}

/** One peer's list of well-formed tools. */
export function list(peer: string, ...names: readonly string[]): PeerList {
  return { peer, tools: names.map((name) => tool(name)) };
}

/** One batch of lists. */
export function listed(...lists: readonly PeerList[]): RegistryEvent {
  return { type: "listed", lists };
}

/** A registry after its first batch. */
export function started(policy: CollisionPolicy, ...lists: readonly PeerList[]): RegistryUpdate {
  const registry = createRegistry({ policy, peers: lists.map(({ peer }) => ({ name: peer })) });
  return update(registry, listed(...lists));
}

/** Every entry as `canonical = peer:local`, in order. */
export function names(registry: Registry): readonly string[] {
  return entries(registry).map(({ canonical, peer, local }) => `${canonical} = ${peer}:${local}`);
}

/** Every quarantine record as `peer:local reason`, in order. */
export function reasons(registry: Registry): readonly string[] {
  return quarantined(registry).map(
    ({ peer, local, reason }) => `${peer}:${local ?? "?"} ${reason}`,
  );
}

/** What each model provider accepts as a name, by the name of its profile. */
export const RULES: Readonly<Record<string, RegExp>> = {
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
  bedrock: /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/,
};
