import { type Connection, ManualClock, type MemoryPeer, memoryTransport } from "@x/connection";
import { type Message, type Notification, type RequestId, type StampContext, stamp } from "@x/wire";
import {
  type SubscriptionEvent,
  type SubscriptionFilter,
  type SubscriptionProblem,
  Subscriptions,
  type SubscriptionsOptions,
} from "../src/index.js";

export const MODERN = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
} as const satisfies StampContext;
export const LEGACY = { era: "legacy", revision: "2025-11-25" } as const satisfies StampContext;

/** A server that declares all there is to subscribe to. */
export const EVERYTHING = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
} as const;

/** A filter for one list, and one for all there is. */
export const TOOLS = { toolsListChanged: true } as const;
export const MUCH = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["file:///a", "file:///b"],
} as const;

/** A message as a server got it. */
export interface Received {
  readonly id: RequestId;
  readonly method: string;
  readonly params: {
    readonly [name: string]: unknown;
    readonly notifications?: SubscriptionFilter;
  };
}

/** The server's end of one connection, and what came over it. */
export interface ServerEnd {
  readonly connection: Connection;
  readonly peer: MemoryPeer;
  readonly received: Received[];
}

/** Lets everything that waits for nothing but its turn have it. */
export async function turns(count = 40): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** A notification of the subscription `id`; without one where it is `undefined`. */
export function notificationOf(method: string, id: unknown, params: object = {}): Notification {
  const _meta = id === undefined ? {} : { "io.modelcontextprotocol/subscriptionId": id };
  return { jsonrpc: "2.0", method: `notifications/${method}`, params: { ...params, _meta } };
}

/** The acknowledgement of a subscription. */
export function acknowledgement(id: unknown, notifications: unknown): Notification {
  return notificationOf("subscriptions/acknowledged", id, { notifications });
}

/** The result with which a server ends a subscription. */
export function graceful(id: RequestId): Message {
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  return { jsonrpc: "2.0", id, result: { resultType: "complete", _meta } };
}

/** Subscriptions of one peer, and servers to connect them to. */
export function scene(options: Partial<SubscriptionsOptions> = {}) {
  const clock = new ManualClock();
  const problems: SubscriptionProblem[] = [];
  const subscriptions = new Subscriptions({
    clock,
    random: () => 0,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });

  /** A new connection, settled and attached. Answers requests with what `answer` gives, if anything. */
  async function connect(
    context: StampContext = MODERN,
    { capabilities = EVERYTHING, answer = () => undefined }: ConnectOptions = {},
  ): Promise<ServerEnd> {
    const received: Received[] = [];
    const peers: MemoryPeer[] = [];
    const transport = memoryTransport((peer) => {
      peers.push(peer);
      peer.onFrame((text) => {
        const message = JSON.parse(text) as Received;
        received.push(message);
        const reply = answer(message);
        if (reply !== undefined) peer.send(reply);
      });
    });
    const connection = await transport.open({ clock });
    const [peer] = peers;
    if (connection.type !== "connection" || peer === undefined) throw new Error("not opened");
    const { era, revision } = context;
    connection.settle({ era, revision });
    subscriptions.attach(connection, {
      era,
      capabilities,
      stamp: (request) => stamp(request, context),
    });
    return { connection, peer, received };
  }

  /** A subscription whose events are collected. */
  function listen(filter: SubscriptionFilter) {
    const events: SubscriptionEvent[] = [];
    const subscription = subscriptions.listen(filter, {
      onEvent: (event) => void events.push(event),
    });
    return { subscription, events };
  }

  /** A connection with one subscription that the server has acknowledged as it was asked. */
  async function active(filter: SubscriptionFilter) {
    const server = await connect();
    const { subscription, events } = listen(filter);
    await turns();
    const id = listenIds(server)[0] ?? 0;
    server.peer.send(acknowledgement(id, filter));
    await turns();
    return { ...server, subscription, events, id };
  }

  return { clock, problems, subscriptions, connect, listen, active };
}

interface ConnectOptions {
  readonly capabilities?: { readonly [name: string]: object };
  readonly answer?: (message: Received) => Message | undefined;
}

/** The ids of the `subscriptions/listen` requests that a server got, in order. */
export function listenIds({ received }: Pick<ServerEnd, "received">): RequestId[] {
  return received.filter(({ method }) => method === "subscriptions/listen").map(({ id }) => id);
}

/** What events are called, in order. */
export function types(events: readonly SubscriptionEvent[]): string {
  return events.map(({ type }) => type).join(" ");
}
