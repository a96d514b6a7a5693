import { type Connection, ManualClock, memoryTransport } from "@x/connection";
import { type Message, type Request, stamp } from "@x/wire";
import {
  type CachedListOptions,
  CachedLists,
  changedBy,
  type ListReading,
  type ListSource,
  ResultCache,
  type ResultCacheOptions,
} from "../src/index.js";
import { page, tools } from "./fixtures.js";

/** Answers one request: a result, an error, or nothing. */
type Serve = (request: Request, nth: number) => { result: object } | { error: object } | undefined;

const options: Omit<CachedListOptions, "binding"> = {
  ...tools,
  authorization: "alice",
  exchange: { totalMs: 1000 },
};

/** Cached lists over a connection to a server, whose change notifications reach the cache. */
export async function connect(serve: Serve, cacheOptions: Partial<ResultCacheOptions> = {}) {
  const clock = new ManualClock();
  const cache = new ResultCache({ clock, ...cacheOptions });
  const lists = new CachedLists(cache);
  const received: Request[] = [];
  let send: (message: Message) => void = () => {};
  const transport = memoryTransport((peer) => {
    send = peer.send;
    peer.onFrame((text) => {
      const request = JSON.parse(text) as Request;
      received.push(request);
      const answer = "id" in request ? serve(request, received.length) : undefined;
      if (answer !== undefined) {
        peer.send({ jsonrpc: "2.0", id: request.id, ...answer } as Message);
      }
    });
  });
  const opened = await transport.open({ clock });
  if (opened.type !== "connection") {
    throw new Error(opened.message);
  }
  opened.settle({ era: "legacy", revision: "2025-11-25" });
  const connection: Connection = opened;
  const { binding } = transport;
  connection.on({
    notification: ({ method }) => {
      for (const changed of changedBy(method)) {
        cache.invalidate(binding, changed);
      }
    },
  });
  const source: ListSource = async () =>
    gone.why === undefined
      ? {
          type: "channel",
          connection,
          stamp: (request) => stamp(request, { era: "legacy", revision: "2025-11-25" }),
        }
      : { type: "unavailable", message: gone.why };
  const gone: { why?: string } = {};
  const read = (more: Partial<CachedListOptions> = {}): Promise<ListReading> =>
    lists.read(source, { ...options, binding, ...more });
  const cursors = (): unknown[] =>
    received.flatMap(({ method, params }) => (method === "tools/list" ? [params?.["cursor"]] : []));
  return { clock, cache, connection, gone, received, cursors, read, send: (m: Message) => send(m) };
}

/** A page with caching hints. */
export function cached(
  names: string,
  next: string | undefined,
  ttlMs: number,
  cacheScope = "public",
) {
  return { result: { ...page(names, next), ttlMs, cacheScope } };
}

export function tooled(...names: string[]): object {
  return { complete: true, items: names.map((name) => ({ name })) };
}
