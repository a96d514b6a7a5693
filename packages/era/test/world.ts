import {
  type CloseReason,
  type Connection,
  type ConnectionListener,
  type MemoryPeer,
  memoryTransport,
  type OpenFailure,
  type Transport,
} from "@x/connection";
import type { JsonObject } from "@x/wire";
import {
  type NegotiateOptions,
  type Negotiation,
  type NegotiationPolicy,
  negotiate,
} from "../src/index.js";
import { settleMicrotasks, VirtualClock } from "./virtual-clock.js";

/** A client's frame, parsed. */
export interface ClientFrame {
  readonly jsonrpc: string;
  readonly id?: number;
  readonly method: string;
  readonly params?: JsonObject;
}

/** What a server may do with one request. */
export interface Turn {
  readonly request: ClientFrame & { readonly id: number };
  /** The first probe of this connection. */
  readonly probeId: number | undefined;
  /** All of it arrives in one piece. */
  send(...frames: readonly (string | object)[]): void;
  /** Answers the request at hand. */
  reply(body: { readonly result: unknown } | { readonly error: unknown }): void;
  end(reason?: CloseReason): void;
  /** Milliseconds since the run began. */
  now(): number;
  later(ms: number, f: () => void): void;
}

export type Behaviour = (turn: Turn) => void;

/** The other side: how each opening goes, and what is done with each request. */
export interface World {
  open(): OpenFailure | undefined;
  answer(request: ClientFrame): Behaviour;
}

/** One thing that crossed or happened, with its place in the order of the whole run. */
export interface Entry {
  readonly order: number;
  readonly connection: number;
  readonly kind: "opened" | "sent" | "received" | "closing" | "closed";
  readonly text: string;
}

export interface Run {
  readonly result: Negotiation;
  readonly log: readonly Entry[];
  /** Where in the log each attempt to open began. */
  readonly openedAt: readonly number[];
  /** Attempts to open, failed ones included. */
  readonly opens: number;
  /** The most connections that were open at once. */
  readonly mostOpen: number;
  readonly stillOpen: () => number;
  readonly clock: VirtualClock;
}

/** Short on purpose; time is virtual. */
export const TIMES = {
  probeTimeoutMs: 50,
  legacyProbeTimeoutMs: 100,
  startTimeoutMs: 600,
} as const;

export const CLIENT_INFO = { name: "test-client", version: "1.0.0" } as const;

export function policyOf(more: Partial<NegotiationPolicy>): NegotiationPolicy {
  return { clientInfo: CLIENT_INFO, capabilities: {}, allowLegacy: false, ...TIMES, ...more };
}

/** Negotiates with a world, in virtual time, and writes down what happened. */
export async function negotiateIn(
  world: World,
  policy: NegotiationPolicy,
  options: NegotiateOptions = {},
): Promise<Run> {
  const clock = new VirtualClock();
  const recorded = recordedTransport(world, clock);
  let result: Negotiation | undefined;
  let failure: { readonly error: unknown } | undefined;
  negotiate(recorded.transport, policy, clock, options).then(
    (value) => {
      result = value;
    },
    (error: unknown) => {
      failure = { error };
    },
  );
  await settleMicrotasks();
  while (result === undefined && failure === undefined) {
    if (!clock.ringNext()) throw new Error("The negotiation waits for something that never comes.");
    await settleMicrotasks();
  }
  if (failure !== undefined) throw failure.error;
  if (result === undefined) throw new Error("unreachable");
  return { ...recorded.seen(), result, stillOpen: recorded.stillOpen, clock };
}

/** The in-memory transport, with a log; a connection's end takes time, as a process's does. */
export function recordedTransport(world: World, clock: VirtualClock): Recorded {
  const log: Entry[] = [];
  const openedAt: number[] = [];
  let opens = 0;
  let open = 0;
  let mostOpen = 0;
  const note = (connection: number, kind: Entry["kind"], text = ""): void => {
    log.push({ order: log.length, connection, kind, text });
  };
  const inner = memoryTransport((peer) => serve(peer, opens, world, clock, note));
  return {
    transport: {
      binding: inner.binding,
      open: async (options) => {
        opens += 1;
        const index = opens;
        openedAt.push(log.length);
        const failure = world.open();
        if (failure !== undefined) return failure;
        const opened = await inner.open(options);
        if (opened.type === "open_failure") return opened;
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        note(index, "opened");
        return slowToClose(opened, clock, (stage) => {
          if (stage === "closed") open -= 1;
          note(index, stage);
        });
      },
    },
    seen: () => ({ log, openedAt, opens, mostOpen }),
    stillOpen: () => open,
  };
}

export interface Recorded {
  readonly transport: Transport;
  seen(): Pick<Run, "log" | "openedAt" | "opens" | "mostOpen">;
  stillOpen(): number;
}

function serve(
  peer: MemoryPeer,
  connection: number,
  world: World,
  clock: VirtualClock,
  note: (connection: number, kind: Entry["kind"], text?: string) => void,
): undefined {
  let probeId: number | undefined;
  const send = (...frames: readonly (string | object)[]): void => {
    const texts = frames.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
    for (const text of texts) note(connection, "received", text);
    peer.send(...texts);
  };
  peer.onFrame((text) => {
    note(connection, "sent", text);
    const frame: ClientFrame = JSON.parse(text);
    const { id } = frame;
    if (id === undefined) return;
    if (frame.method === "server/discover") probeId ??= id;
    world.answer(frame)({
      request: { ...frame, id },
      probeId,
      send,
      reply: (body) => send({ jsonrpc: "2.0", id, ...body }),
      end: (reason) => peer.end(reason),
      now: () => clock.now(),
      later: (ms, f) => void clock.afterInWorld(ms, f),
    });
  });
}

function slowToClose(
  connection: Connection,
  clock: VirtualClock,
  tell: (stage: "closing" | "closed") => void,
): Connection {
  let closing: Promise<CloseReason> | undefined;
  return {
    type: "connection",
    ids: connection.ids,
    closed: connection.closed,
    settle: (era) => connection.settle(era),
    exchange: (request, options) => connection.exchange(request, options),
    notify: (notification) => connection.notify(notification),
    on: (listener: ConnectionListener) => connection.on(listener),
    close: () => {
      if (closing === undefined) tell("closing");
      closing ??= connection.close().then(
        (reason) =>
          new Promise((resolve) => {
            clock.afterInWorld(3, () => {
              tell("closed");
              resolve(reason);
            });
          }),
      );
      return closing;
    },
  };
}

/** The frames the client sent, parsed, in order. */
export function sentFrames({ log }: Pick<Run, "log">): readonly ClientFrame[] {
  return log.filter(({ kind }) => kind === "sent").map(({ text }) => JSON.parse(text));
}

/** The methods the client sent, in order. */
export function sentMethods(run: Pick<Run, "log">): readonly string[] {
  return sentFrames(run).map(({ method }) => method);
}

/** A world that does one thing after another, whatever is asked. Every opening works. */
export function worldOf(...behaviours: readonly Behaviour[]): World {
  let next = 0;
  return {
    open: () => undefined,
    answer: (request) => {
      const behaviour = behaviours[next];
      next += 1;
      if (behaviour === undefined)
        throw new Error(`Nothing more was expected, but ${request.method} came.`);
      return behaviour;
    },
  };
}
