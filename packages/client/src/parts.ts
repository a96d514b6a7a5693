import type { Clock } from "@x/connection";
import type { Recovery, Routes } from "@x/router";
import { Catalogue } from "./catalogue.js";
import { Changes } from "./changes.js";
import type { ClientEvent } from "./client-event.js";
import type { ClientOptions } from "./client-options.js";
import { Events } from "./events.js";
import { type Extensions, extensionsOf } from "./extensions.js";
import { eventOf } from "./hear.js";
import { Listening } from "./listening.js";
import type { Observer } from "./observed.js";
import { observerFailed } from "./observer-failed.js";
import { countFault, type Peer } from "./peer.js";
import { PeerLife } from "./peer-life.js";
import { PeerLists } from "./peer-lists.js";
import { Peers } from "./peers.js";
import { platformClock } from "./platform-clock.js";
import { ReadyWaiters } from "./ready.js";
import { Refresh } from "./refresh.js";
import { type PeerReport, reportOf } from "./report.js";
import { routing } from "./routing.js";
import { Startup } from "./startup.js";
import { tracing } from "./tracing.js";
import { tapOf } from "./wire-event.js";

/** What a client is made of. */
export interface Parts {
  readonly clock: Clock;
  readonly events: Events;
  readonly catalogue: Catalogue;
  readonly peers: Peers;
  readonly lists: PeerLists;
  readonly refresh: Refresh;
  readonly life: PeerLife;
  readonly startup: Startup;
  readonly routes: Routes & { readonly recovery: Recovery };
  readonly report: (peer: Peer) => PeerReport;
  /** What this client declares of extensions. */
  readonly extensions: Extensions | undefined;
  /** Who is told of operations, if anybody. */
  readonly observer: Observer | undefined;
}

/** Puts the parts of a client together; `isClosed` tells whether its end has begun. */
export function partsOf(options: ClientOptions, isClosed: () => boolean): Parts {
  const { clientInfo, collision = "prefix", cache = {}, random = Math.random } = options;
  const { maxConnecting = 16, listTimeoutMs = 30_000, followChanges = true } = options;
  const { input: answers, inputMs = 600_000, maxRounds = 10 } = options;
  const extensions = extensionsOf(options);
  const clock = options.clock ?? platformClock();
  const events = new Events();
  const emit = (event: ClientEvent): void => events.emit(event);
  const waiters = new ReadyWaiters(clock);
  const catalogue = new Catalogue({
    policy: collision,
    onTools: (diff) => emit({ type: "tools", diff }),
    onPrompts: (diff) => emit({ type: "prompts", diff }),
  });
  const report = (peer: Peer): PeerReport => {
    const { tools, prompts } = catalogue;
    return reportOf(peer, { tools: tools.count(peer.name), prompts: prompts.count(peer.name) });
  };
  const { around } = options;
  const trace = tracing(options.trace, emit);
  const observer: Observer | undefined = around && {
    around,
    onFailure: (cause) => emit(observerFailed("around", cause)),
    catalogue,
    peer: (name) => peers.find(name),
    report,
  };
  const lists = new PeerLists({
    clock,
    observer,
    trace,
    listTimeoutMs,
    cache,
    onStoreFault: (fault) => emit({ type: "store_fault", fault }),
  });
  const refresh: Refresh = new Refresh({
    clock,
    lists,
    catalogue,
    isCurrent: (peer) => peers.has(peer),
    onProblem: ({ name }, list, problem) =>
      emit({ type: "list_failed", peer: name, list, problem }),
    onRefreshed: () => startup.mergeLate(),
  });
  const life: PeerLife = new PeerLife({
    clock,
    clientInfo,
    answers,
    extensions,
    inputMs,
    maxConnecting,
    lists,
    refresh,
    observer,
    onTap: tapOf(options),
    redact: options.redact ?? ((text) => text),
    onState: (peer) => {
      waiters.changed(peer);
      // A report is not made for nobody.
      if (events.isHeard) emit({ type: "peer", report: report(peer) });
    },
    emit,
    random,
    onRecovered: () => startup.mergeLate(),
    reportOf: report,
  });
  const changes = new Changes({
    lists,
    refresh,
    emit,
    onUnreachable: (peer) => {
      if (peer.state.state === "ready") void life.check(peer, peer.state.connection);
    },
  });
  const peers: Peers = new Peers({
    clientInfo,
    catalogue,
    listeningTo: (name) => {
      // What still comes for a server that was taken out concerns nobody.
      const ofPeer = (act: (peer: Peer) => void): void => {
        const peer = peers.find(name);
        if (peer !== undefined) act(peer);
      };
      return new Listening({
        clock,
        random,
        onEvent: (event) => ofPeer((peer) => changes.told(peer, event)),
        onLists: followChanges
          ? (event) => ofPeer((peer) => changes.ofLists(peer, event))
          : undefined,
        onProblem: (problem) =>
          ofPeer((peer) => {
            countFault(peer, problem.code);
            emit({ type: "fault", peer: name, fault: problem });
          }),
      });
    },
  });
  const startup: Startup = new Startup({ clock, catalogue, life, isClosed });
  const routes = routing({
    catalogue,
    peer: (name) => peers.find(name),
    life,
    refresh,
    waiters,
    clock,
    guard: options.guard,
    checks: options.checks,
    trace,
    heard: (peer, notification) => emit(eventOf(peer, notification)),
    input:
      answers === undefined
        ? undefined
        : {
            answers,
            clock,
            inputMs,
            maxRounds,
            onProblem: (peer, problem) => emit({ type: "input_problem", peer, problem }),
          },
  });
  return {
    clock,
    events,
    catalogue,
    peers,
    lists,
    refresh,
    life,
    startup,
    routes,
    report,
    extensions,
    observer,
  };
}
