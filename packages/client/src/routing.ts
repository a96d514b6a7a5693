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
  /** @throws ClientError `unknown_server`. */
  readonly peer: (name: string) => Peer;
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
  return {
    registry: () => catalogue.tools.registry,
    prompts: () => catalogue.prompts.registry,
    owner: (name) => ownerOf(peer(name)),
    heard,
    // Without it the host gets the raw result, and can answer it by hand.
    ...(input === undefined ? {} : { input }),
    ...(guard === undefined ? {} : { guard }),
    ...(checks === undefined ? {} : { checks }),
    ...(trace === undefined ? {} : { trace }),
    recovery: {
      now: () => clock.now(),
      ready: async (name, patience, lost) => {
        await waiters.wait(peer(name), { ...patience, lost });
        return ownerOf(peer(name));
      },
      relist: (name, patience) => within(patience, refresh.changed(peer(name), "tools"), clock),
      check: (name, connection) => life.check(peer(name), connection),
      safety: ({ peer: name, local }) => safetyOf(peer(name).options, local),
    },
  };
}

function ownerOf({ name, state, logLevel }: Peer): Owner {
  if (state.state === "ready") {
    const { connection, settled } = state;
    const { stamp: context, capabilities } = settled;
    const ready = { state: "ready", connection, context, capabilities } as const;
    return logLevel === undefined || !declares(capabilities, "logging")
      ? ready
      : { ...ready, wishes: { logLevel } };
  }
  const why = state.state === "unavailable" ? state.message : `${name} is ${state.state}.`;
  const next =
    state.state === "unavailable" && state.retryInMs !== undefined
      ? "it is tried again by itself"
      : `reconnect("${name}") tries anew`;
  return { state: "unavailable", message: `${why} Nothing was sent; ${next}.` };
}
