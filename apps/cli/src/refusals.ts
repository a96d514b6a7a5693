import type { Connection, ExchangeOutcome, Transport } from "@x/connection";

/** An HTTP status that came in place of an answer. */
export type Refusal = Extract<ExchangeOutcome, { readonly type: "http_status" }>;

const AUTHORIZATION: readonly number[] = [401, 403, 407];

/** Whether a status asks for credentials, or for better ones. */
export function asksForAuthorization(status: number | undefined): boolean {
  return status !== undefined && AUTHORIZATION.includes(status);
}

/** Remembers of each server with what it was refused last: the report of a peer has only a line of it. */
export class Refusals {
  readonly #last = new Map<string, Refusal>();

  /** What the last request to a server was refused with, where it was. */
  of(server: string): Refusal | undefined {
    return this.#last.get(server);
  }

  /** The same transport, looked at. */
  watch(server: string, transport: Transport): Transport {
    const see = (outcome: ExchangeOutcome): void => {
      if (outcome.type === "http_status") this.#last.set(server, outcome);
      else this.#last.delete(server);
    };
    return {
      ...transport,
      open: async (options) => {
        const opened = await transport.open(options);
        return opened.type === "connection" ? watched(opened, see) : opened;
      },
    };
  }
}

function watched(connection: Connection, see: (outcome: ExchangeOutcome) => void): Connection {
  return {
    type: "connection",
    ids: connection.ids,
    closed: connection.closed,
    settle: (era) => connection.settle(era),
    exchange: async (request, options) => {
      const outcome = await connection.exchange(request, options);
      // A subscription is no question that somebody asked: it tells by itself how it stands.
      if (request.method !== "subscriptions/listen") see(outcome);
      return outcome;
    },
    notify: (notification) => connection.notify(notification),
    on: (listener) => connection.on(listener),
    close: () => connection.close(),
  };
}
