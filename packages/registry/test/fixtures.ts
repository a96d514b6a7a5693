import { describe } from "vitest";
import {
  type CollisionPolicy,
  createPromptRegistry,
  createRegistry,
  type Entry,
  entries,
  type NamedEntry,
  type PeerList,
  type PromptEntry,
  quarantined,
  type Registry,
  type RegistryEvent,
  type RegistryOptions,
  type RegistryUpdate,
  update,
} from "../src/index.js";

/** A tool that nothing is wrong with. */
export function tool(name: string, more: object = {}): object {
  return { name, description: `Does ${name}.`, inputSchema: { type: "object" }, ...more };
}

/** A prompt that nothing is wrong with. */
export function prompt(name: string, more: object = {}): object {
  return { name, description: `Asks for ${name}.`, arguments: [{ name: "topic" }], ...more };
}

/** One batch of lists. */
export function listed(...lists: readonly PeerList[]): RegistryEvent & { readonly type: "listed" } {
  return { type: "listed", lists };
}

/** What behaviour that is the same for all kinds of entries is tested with. */
export interface Fixture<E extends NamedEntry> {
  readonly kind: "tool" | "prompt";
  create(options: RegistryOptions): Registry<E>;
  /** One that nothing is wrong with. */
  one(name: string, more?: object): object;
  valueOf(entry: E): unknown;
  /** One peer's list of well-formed ones. */
  list(peer: string, ...names: readonly string[]): PeerList;
  /** A registry after its first batch. */
  started(policy: CollisionPolicy, ...lists: readonly PeerList[]): RegistryUpdate<E>;
}

function fixture<E extends NamedEntry>(
  own: Pick<Fixture<E>, "kind" | "create" | "one" | "valueOf">,
): Fixture<E> {
  return {
    ...own,
    list: (peer, ...names) => ({ peer, items: names.map((name) => own.one(name)) }),
    started(policy, ...lists) {
      const peers = lists.map(({ peer }) => ({ name: peer }));
      return update(own.create({ policy, peers }), listed(...lists));
    },
  };
}

/** For what only tools do. */
export const TOOLS: Fixture<Entry> = fixture({
  kind: "tool",
  create: createRegistry,
  one: tool,
  valueOf: (entry) => entry.tool,
});

/** For what only prompts do. */
export const PROMPTS: Fixture<PromptEntry> = fixture({
  kind: "prompt",
  create: createPromptRegistry,
  one: prompt,
  valueOf: (entry) => entry.prompt,
});

/** Tests what is the same for tools and prompts. */
export function forBothKinds(behaviour: <E extends NamedEntry>(its: Fixture<E>) => void): void {
  describe("tools", () => behaviour(TOOLS));
  describe("prompts", () => behaviour(PROMPTS));
}

/** Every entry as `canonical = peer:local`, in order. */
export function names<E extends NamedEntry>(registry: Registry<E>): readonly string[] {
  return entries(registry).map(({ canonical, peer, local }) => `${canonical} = ${peer}:${local}`);
}

/** Every quarantine record as `peer:local reason`, in order. */
export function reasons<E extends NamedEntry>(registry: Registry<E>): readonly string[] {
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
