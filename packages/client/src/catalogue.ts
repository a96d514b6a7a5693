import {
  type Collision,
  type CollisionPolicy,
  createPromptRegistry,
  createRegistry,
  type Entry,
  type PeerList,
  type PromptEntry,
  type Quarantined,
  type RegistryDiff,
} from "@x/registry";
import { Namespace } from "./namespace.js";
import type { MergedKind } from "./peer-lists.js";
import type { ServerOptions } from "./server-options.js";

/** What {@link Catalogue} tells. */
export interface CatalogueOptions {
  readonly policy: CollisionPolicy;
  readonly onTools: (diff: RegistryDiff) => void;
  readonly onPrompts: (diff: RegistryDiff<PromptEntry>) => void;
}

/** The merged tools and the merged prompts of one client, each with names of its own. */
export class Catalogue {
  readonly tools: Namespace<Entry>;
  readonly prompts: Namespace<PromptEntry>;

  constructor({ policy, onTools, onPrompts }: CatalogueOptions) {
    this.tools = new Namespace(createRegistry({ peers: [], policy }), onTools);
    this.prompts = new Namespace(createPromptRegistry({ peers: [], policy }), onPrompts);
  }

  /** Every name that more than one server wanted: those of tools, then those of prompts. */
  get collisions(): readonly Collision[] {
    return [...this.tools.collisions, ...this.prompts.collisions];
  }

  get quarantined(): readonly Quarantined[] {
    return [...this.tools.quarantined, ...this.prompts.quarantined];
  }

  /** Whether the lists of the start have been merged: from then on names only ever join. */
  get started(): boolean {
    return this.tools.started;
  }

  declare(name: string, { tools, prompts }: ServerOptions): void {
    this.tools.apply({ type: "declared", peer: { name, ...tools } });
    this.prompts.apply({ type: "declared", peer: { name, ...prompts } });
  }

  /** The peer is reached by something else: what it had is gone, its place is not. */
  replace(name: string, { tools, prompts }: ServerOptions): void {
    this.tools.forget(name);
    this.prompts.forget(name);
    this.tools.apply({ type: "replaced", peer: { name, ...tools } });
    this.prompts.apply({ type: "replaced", peer: { name, ...prompts } });
  }

  remove(name: string): void {
    this.tools.forget(name);
    this.prompts.forget(name);
    this.tools.apply({ type: "removed", peer: name });
    this.prompts.apply({ type: "removed", peer: name });
  }

  /** Keeps what a peer listed until it is merged. */
  park(kind: MergedKind, list: PeerList): void {
    this[kind].park(list);
  }

  /**
   * Merges all parked lists at once, in declared order.
   *
   * @throws ClientError `collision_rejected`, the first time, under the policy `reject`.
   */
  merge(): void {
    this.tools.merge();
    this.prompts.merge();
  }
}
