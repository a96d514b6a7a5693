import type { Clock } from "@x/connection";
import type { Checks, Guard, Input, Owner, Recovery, Routes } from "@x/router";
import { declares } from "@x/wire";
import { within } from "./at-most.js";
import type { Catalogue } from "./catalogue.js";
import type { Peer } from "./peer.js";
import type { PeerLife } from "./peer-life.js";
import type { ReadyWaiters } from "./ready.js";
import type { Refresh } from "./refresh.js";
import { safetyOf } from "./server-options.js";

/** What a client's calls are routed by. */
export interface RoutingOptions {
  readonly catalogue: Catalogue;
  readonly peer: (name: string) => Peer | undefined;
  readonly life: PeerLife;
  readonly refresh: Refresh;
  readonly waiters: ReadyWaiters;
  readonly clock: Clock;
  readonly guard: Guard | undefined;
  readonly checks: Checks | undefined;
  readonly input: Input | undefined;
  readonly trace: Routes["trace"];
  readonly heard: NonNullable<Routes["heard"]>;
}

/** The router's view of a client: whose a tool is, whether that peer is ready, and how it gets ready. */
export function routing(options: RoutingOptions): Routes & { readonly recovery: Recovery } {
  const { catalogue, peer, life, refresh, waiters, clock, guard, checks, trace, heard, input } =
    options;
  const owner = (name: string): Owner => {
    const found = peer(name);
    return found === undefined ? removed(name) : ownerOf(found);
  };
  return {
    registry: () => catalogue.tools.registry,
    prompts: () => catalogue.prompts.registry,
    owner,
    heard,
    // Without it the host gets the raw result, and can answer it by hand.
    ...(input === undefined ? {} : { input }),
    ...(guard === undefined ? {} : { guard }),
    ...(checks === undefined ? {} : { checks, clock }),
    ...(trace === undefined ? {} : { trace }),
    recovery: {
      now: () => clock.now(),
      ready: async (name, patience, lost) => {
        const found = peer(name);
        if (found !== undefined) await waiters.wait(found, { ...patience, lost });
        return owner(name);
      },
      relist: async (name, patience) => {
        const found = peer(name);
        if (found !== undefined) await within(patience, refresh.changed(found, "tools"), clock);
      },
      check: async (name, connection) => {
        const found = peer(name);
        if (found !== undefined) await life.check(found, connection);
      },
      safety: ({ peer: name, local }) => {
        const found = peer(name);
        return found === undefined ? "never" : safetyOf(found.options, local);
      },
    },
  };
}

/** What was asked of a server before it was taken out. */
function removed(name: string): Owner {
  return { state: "unavailable", message: `${name} is no server of this client any more.` };
}

/** A peer as calls see it: the peer itself tells it from another one that has its name later. */
export function ownerOf(peer: Peer): Owner {
  const { name, state, logLevel, declarable, stop: gone } = peer;
  if (state.state === "ready") {
    const { connection, settled } = state;
    const { stamp: context, capabilities } = settled;
    const ready = {
      state: "ready",
      connection,
      context,
      capabilities,
      declarable,
      server: peer,
      gone,
    } as const;
    return logLevel === undefined || !declares(capabilities, "logging")
      ? ready
      : { ...ready, wishes: { logLevel } };
  }
  const why = state.state === "unavailable" ? state.message : `${name} is ${state.state}.`;
  const next =
    state.state === "unavailable" && state.retryInMs !== undefined
      ? "it is tried again by itself"
      : `reconnect("${name}") tries anew`;
  const message = `${why} Nothing was sent; ${next}.`;
  return { state: "unavailable", message, server: peer, gone };
}
