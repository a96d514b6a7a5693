import type { Clock } from "@x/connection";
import type { Registry } from "@x/registry";
import type { Owner, Routes } from "@x/router";
import { within } from "./at-most.js";
import type { Peer } from "./peer.js";
import type { PeerLife } from "./peer-life.js";
import type { ReadyWaiters } from "./ready.js";
import { safetyOf } from "./server-options.js";

/** What a client's calls are routed by. */
export interface RoutingOptions {
  readonly registry: () => Registry;
  /** @throws ClientError `unknown_server`. */
  readonly peer: (name: string) => Peer;
  readonly life: PeerLife;
  readonly waiters: ReadyWaiters;
  readonly clock: Clock;
}

/** The router's view of a client: whose a tool is, whether that peer is ready, and how it gets ready. */
export function routing({ registry, peer, life, waiters, clock }: RoutingOptions): Routes {
  return {
    registry,
    owner: (name) => ownerOf(peer(name)),
    recovery: {
      now: () => clock.now(),
      ready: async (name, patience, lost) => {
        await waiters.wait(peer(name), { ...patience, lost });
        return ownerOf(peer(name));
      },
      relist: (name, patience) => within(patience, life.relist(peer(name)), clock),
      safety: ({ peer: name, local }) => safetyOf(peer(name).options, local),
    },
  };
}

function ownerOf({ name, state }: Peer): Owner {
  if (state.state === "ready") {
    const { connection, settled } = state;
    return { state: "ready", connection, context: settled.stamp };
  }
  const why = state.state === "unavailable" ? state.message : `${name} is ${state.state}.`;
  const next =
    state.state === "unavailable" && state.retryInMs !== undefined
      ? "it is tried again by itself"
      : `reconnect("${name}") tries anew`;
  return { state: "unavailable", message: `${why} Nothing was sent; ${next}.` };
}
