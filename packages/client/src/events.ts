import type { Off } from "@x/connection";
import type { ClientEvent } from "./client-event.js";

/** Who hears what a client tells. */
export class Events {
  readonly #listeners = new Set<(event: ClientEvent) => void>();

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  on(listener: (event: ClientEvent) => void): Off {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: ClientEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // Not lost, but not here: the peers' lives do not depend on a listener.
        void Promise.reject(error);
      }
    }
  }
}
