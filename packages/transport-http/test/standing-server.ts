import type { HttpBehaviour, LegacyHttp, ReceivedRequest, ScriptedHttpServer } from "@x/testkit";
import { notification } from "@x/wire";
import { expect } from "vitest";
import { endpoint, LEGACY, type Scene, until } from "./http-scene.js";
import { pausesOf } from "./pauses.js";

export const CHANGED = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
export const SESSION: LegacyHttp = { session: "s" };
const EVENTS = { "content-type": "text/event-stream" };

/** A server with a stream of its own, and the GETs for it. */
export interface StandingServer extends ScriptedHttpServer {
  readonly gets: () => readonly ReceivedRequest[];
}

/**
 * A legacy server that tells of its tools when it is told to. Its GETs are answered in their order by what is
 * given, and by its own stream where that is `undefined`, or where no more is given.
 */
export async function legacy(
  options: LegacyHttp = SESSION,
  ...gets: readonly (HttpBehaviour | undefined)[]
): Promise<StandingServer> {
  const result = {
    protocolVersion: LEGACY.revision,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "n", version: "1" },
  };
  const source = `
* {"id":1,"method":"initialize"}
< ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}
* {"method":"notifications/go"}
< ${JSON.stringify(CHANGED)}
* legacy`;
  let count = 0;
  const server = await endpoint(source, {
    style: "legacy",
    replies: "json",
    ...options,
    instead: ({ method }) => {
      if (method !== "GET") return undefined;
      count += 1;
      return gets[count - 1];
    },
  });
  return { ...server, gets: () => server.requests.filter(({ method }) => method === "GET") };
}

/** A refusal without a word. */
export const refusal =
  (status: number, headers: { readonly [name: string]: string } = {}): HttpBehaviour =>
  (_request, response) =>
    response.writeHead(status, headers).end();

/** A stream that says this and ends. */
export const saying =
  (events: string): HttpBehaviour =>
  (_request, response) =>
    response.writeHead(200, EVENTS).end(events);

/** Passes where so many changes of its tools are heard. */
export async function heard(one: Scene, times = 1): Promise<void> {
  const before = one.notifications.length;
  for (let time = 0; time < times; time += 1) {
    await one.connection.notify(notification("notifications/go"));
  }
  await until(() => expect(one.notifications).toHaveLength(before + times));
}

/** Lets the stream be asked for again, and tells after which pause. */
export async function again(one: Scene, { gets }: StandingServer): Promise<number> {
  const [pause = 0] = await pausesOf(one.clock, 1, () => gets().length);
  return pause;
}

/** From which event on each was asked for. */
export const lastIds = (requests: readonly ReceivedRequest[]): unknown[] =>
  requests.map(({ headers }) => headers["last-event-id"]);
