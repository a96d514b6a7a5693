import type { Incoming } from "@x/wire";

/** A request of a server, as it came. */
export type ServerRequest = Extract<Incoming, { readonly type: "request" }>;

/** How many requests of a server wait for its era to be settled. */
const MAX_EARLY_REQUESTS = 16;

/** Requests of a server from before its era is settled, which decides what they are. */
export class EarlyRequests {
  readonly #all: ServerRequest[] = [];

  /** Whether there is room for it. */
  keep(one: ServerRequest): boolean {
    if (this.#all.length >= MAX_EARLY_REQUESTS) return false;
    this.#all.push(one);
    return true;
  }

  /** All that wait, in the order in which they came. They do not wait any more. */
  take(): readonly ServerRequest[] {
    return this.#all.splice(0);
  }
}
