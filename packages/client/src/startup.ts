import type { Clock } from "@x/connection";
import { atMost } from "./at-most.js";
import type { Catalogue } from "./catalogue.js";
import type { Peer } from "./peer.js";
import type { PeerLife } from "./peer-life.js";

/** What {@link Startup} needs of its client. */
export interface StartupOptions {
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly life: PeerLife;
  readonly isClosed: () => boolean;
}

/** What starts together is merged together, in declared order; what comes later, around it. */
export class Startup {
  readonly #options: StartupOptions;
  /** The first connect(). */
  #first: Promise<void> | undefined;

  constructor(options: StartupOptions) {
    this.#options = options;
  }

  /**
   * Brings these up side by side and merges what they list; those that are late are merged when they come.
   *
   * @throws ClientError `collision_rejected`.
   */
  async connect(starting: readonly Peer[], timeoutMs: number | undefined): Promise<void> {
    const { clock, catalogue, life } = this.#options;
    const all = Promise.all(starting.map((peer) => life.bringUp(peer)));
    const merged = (timeoutMs === undefined ? all : atMost(timeoutMs, all, clock)).then(() =>
      catalogue.merge(),
    );
    this.#first ??= merged.catch(() => {});
    await merged;
    for (const { bringUp } of starting) void bringUp?.then(() => catalogue.merge());
  }

  /** Brings one up. Names go by declared order at the start: nobody is merged before those who start together. */
  async reconnect(peer: Peer): Promise<void> {
    const { catalogue, life } = this.#options;
    if (!catalogue.started) await this.#first;
    peer.health.failures = 0;
    life.drop(peer);
    await life.bringUp(peer);
    catalogue.merge();
  }

  /** Merges what came by itself; before the start has been merged, with it. */
  mergeLate(): void {
    const { catalogue, isClosed } = this.#options;
    if (isClosed()) return;
    if (catalogue.started) catalogue.merge();
    else void this.#first?.then(() => catalogue.merge());
  }
}
