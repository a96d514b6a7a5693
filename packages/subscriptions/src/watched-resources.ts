import type { Connection } from "@x/connection";
import { isResultResponse } from "@x/wire";
import type { Stamp } from "./listen-peer.js";

/** What {@link WatchedResources} needs of its peer. */
export interface WatchOptions {
  readonly connection: Connection;
  readonly stamp: Stamp;
  /** Until the server must have answered one request, in milliseconds. */
  readonly answerMs: number;
}

/** One resource: for how many it is watched, and whether the server was told so. */
interface Watch {
  holders: number;
  isTold: boolean;
  /** The request under way for it; requests for one resource never overtake each other. */
  task: Promise<unknown>;
}

/**
 * The resources of a legacy connection that its server is to tell about, each for any number of
 * holders: the first one subscribes, the last one unsubscribes.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions}
 */
export class WatchedResources {
  readonly #options: WatchOptions;
  readonly #watches = new Map<string, Watch>();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Watches a resource for one more holder. Gives whether the server agreed; it is not asked twice. */
  hold(uri: string): Promise<boolean> {
    const watch = this.#watches.get(uri) ?? { holders: 0, isTold: false, task: Promise.resolve() };
    this.#watches.set(uri, watch);
    watch.holders += 1;
    return this.#align(uri, watch).then(() => watch.isTold);
  }

  /** Undoes one {@link hold}. */
  release(uri: string): void {
    const watch = this.#watches.get(uri);
    if (watch === undefined) return;
    watch.holders -= 1;
    void this.#align(uri, watch);
  }

  /** Brings the server's view of a resource in line with what is wanted when its turn comes. */
  #align(uri: string, watch: Watch): Promise<unknown> {
    watch.task = watch.task.then(async () => {
      const isWanted = watch.holders > 0;
      if (isWanted !== watch.isTold) {
        const agreed = await this.#ask(
          isWanted ? "resources/subscribe" : "resources/unsubscribe",
          uri,
        );
        watch.isTold = isWanted && agreed;
      }
      if (watch.holders === 0 && !watch.isTold) this.#watches.delete(uri);
    });
    return watch.task;
  }

  async #ask(method: string, uri: string): Promise<boolean> {
    const { connection, stamp, answerMs } = this.#options;
    try {
      const request = stamp({ id: connection.ids.next(), method, params: { uri } });
      const outcome = await connection.exchange(request, {
        totalMs: answerMs,
        onAbandon: "cancel",
      });
      return outcome.type === "response" && isResultResponse(outcome.response);
    } catch {
      // This side could not send it, so the server will not tell: what that means is said by `agreed`.
      return false;
    }
  }
}
