import { type CloseReason, ManualClock } from "@x/connection";
import type { ClientOptions } from "../src/index.js";
import { make } from "./harness.js";
import { type Answers, arrived, discovering, type Frame, modern, type Server } from "./servers.js";

const ID = "io.modelcontextprotocol/subscriptionId";

/** A modern server that tells of changes, and what a test has it say. */
export interface Telling extends Server {
  /** The ids of the listens it got, oldest first. */
  readonly listens: unknown[];
  /** Its tools: what it lists from now on. */
  tools: readonly string[];
  /** A notification about a change, by the method behind `notifications/`, on the newest listen. */
  tell(what: string, params?: object, id?: unknown): void;
  /** Ends the newest listen by a result. */
  finish(): void;
  /** Ends its newest connection. */
  drop(reason?: CloseReason): void;
}

export interface TellingOptions {
  readonly capabilities?: object;
  /** What is acknowledged of the filter asked for; `undefined`: nothing, ever. Default: all. */
  readonly acknowledge?: (filter: object) => object | undefined;
  readonly answers?: Answers;
}

export function telling(
  name: string,
  tools: readonly string[],
  { capabilities = { tools: { listChanged: true } }, acknowledge, answers }: TellingOptions = {},
): Telling {
  const send = (message: object): void => inner.peers.at(-1)?.send(JSON.stringify(message));
  const notify = (method: string, params: object): void =>
    send({ jsonrpc: "2.0", method: `notifications/${method}`, params });
  const listens: unknown[] = [];
  const inner = modern(name, [], {
    "server/discover": discovering(capabilities),
    "tools/list": () => ({
      resultType: "complete",
      ttlMs: 600_000,
      cacheScope: "private",
      tools: one.tools.map((tool) => ({ name: tool, inputSchema: { type: "object" } })),
    }),
    "subscriptions/listen": ({ id, params }: Frame) => {
      listens.push(id);
      const asked = params?.["notifications"] as object;
      const agreed = acknowledge === undefined ? asked : acknowledge(asked);
      if (agreed !== undefined) acknowledgeAs(id, agreed);
      return undefined;
    },
    "notifications/cancelled": () => undefined,
    ...answers,
  });
  const acknowledgeAs = (id: unknown, notifications: object): void =>
    notify("subscriptions/acknowledged", { notifications, _meta: { [ID]: id } });
  const one: Telling = Object.assign(inner, {
    listens,
    tools,
    tell: (what: string, params: object = {}, id: unknown = listens.at(-1)) =>
      notify(what, { ...params, _meta: { [ID]: id } }),
    finish: () => {
      const id = listens.at(-1);
      send({ jsonrpc: "2.0", id, result: { resultType: "complete", _meta: { [ID]: id } } });
    },
    drop: (reason?: CloseReason) => inner.peers.at(-1)?.end(reason),
  });
  return one;
}

/** A client for one server that connects, on a clock that stands still; its pauses are as long as can be. */
export async function up(server: Telling, options: Partial<ClientOptions> = {}) {
  const clock = new ManualClock();
  const made = make({ clock, random: () => 0, ...options });
  made.client.addServer("a", server.transport);
  const connecting = made.client.connect();
  await arrived();
  return { ...made, clock, connecting };
}
