import type {
  Connection,
  ConnectionListener,
  ExchangeOptions,
  ExchangeOutcome,
  Fault,
  ManualClock,
  Respond,
  TapEvent,
} from "@x/connection";
import type { Notification, Request, Response } from "@x/wire";
import { turn, within } from "./patience.js";
import { wants } from "./seen.js";

/** Enough for a transport that mirrors the name of a tool. */
const PARAMS = { name: "echo" };

/** An exchange that was begun, and how it ended, once it has. */
export interface Asked {
  readonly request: Request;
  readonly ended: Promise<ExchangeOutcome>;
  outcome: ExchangeOutcome | undefined;
}

/** An open connection to a scripted peer, its clock, and all that was heard of it. */
export class Scene {
  readonly connection: Connection;
  readonly clock: ManualClock;
  readonly faults: Fault[] = [];
  readonly late: (Response | Notification)[] = [];
  readonly notifications: Notification[] = [];
  readonly taps: TapEvent[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #patienceMs: number;

  constructor(connection: Connection, clock: ManualClock, patienceMs: number) {
    this.connection = connection;
    this.clock = clock;
    this.#patienceMs = patienceMs;
    connection.on({
      fault: (fault) => this.#heard(this.faults, fault),
      late: (message) => this.#heard(this.late, message),
      notification: (notification) => this.#heard(this.notifications, notification),
      tap: (event) => this.#heard(this.taps, event),
    });
  }

  /** Begins an exchange with the next id. It has a second in all, and is abandoned in silence, unless told otherwise. */
  ask(options: Partial<ExchangeOptions> = {}, method = "tools/call"): Asked {
    const { connection } = this;
    const request = { jsonrpc: "2.0", id: connection.ids.next(), method, params: PARAMS } as const;
    const ended = connection.exchange(request, { totalMs: 1000, onAbandon: "silent", ...options });
    const asked: Asked = { request, ended, outcome: undefined };
    ended.then(
      (outcome) => {
        asked.outcome = outcome;
      },
      () => {}, // whoever waits for the end hears of it
    );
    return asked;
  }

  /** Passes where the peer answers `tools/list`: what its script has before that has happened then. */
  async roundTrip(): Promise<void> {
    await this.ends(this.ask({}, "tools/list"), { type: "response" });
  }

  /** What a promise gives, where it does in time. */
  within<T>(promise: Promise<T>, what: string): Promise<T> {
    return within(this.#patienceMs, promise, what);
  }

  /** Passes where the exchange ends, and like this. */
  async ends(asked: Asked, outcome: object): Promise<void> {
    wants(await this.within(asked.ended, "the end of the exchange"), outcome, "the exchange");
  }

  /** Passes where the exchange is still under way. */
  async isPending(asked: Asked): Promise<void> {
    await turn();
    if (asked.outcome !== undefined) wants(asked.outcome, "pending", "the exchange");
  }

  /** Moves the clock on, and lets happen what comes due. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await turn();
  }

  /** Sends a notification that tells the peer to go on. */
  async go(): Promise<void> {
    const sent = this.connection.notify({ jsonrpc: "2.0", method: "notifications/go" });
    wants(
      await this.within(sent, "the end of the notification"),
      { type: "sent" },
      "the notification",
    );
  }

  /** Settles when a list of what was heard has so many entries. */
  async until(list: readonly unknown[], length: number, what: string): Promise<void> {
    if (list.length >= length) return;
    const reached = new Promise<void>((resolve) => {
      const look = (): void => {
        if (list.length < length) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
    await this.within(reached, what);
  }

  /** A listener that keeps the requests of a legacy server until they are answered by hand. */
  answering(): { readonly requests: readonly Request[]; readonly responds: readonly Respond[] } {
    const requests: Request[] = [];
    const responds: Respond[] = [];
    const listener: ConnectionListener = {
      request: (request, respond) => {
        responds.push(respond);
        this.#heard(requests, request);
      },
    };
    this.connection.on(listener);
    return { requests, responds };
  }

  /** A list that fills with the notifications of one exchange, by its `onNotification`. */
  own(): {
    readonly list: readonly Notification[];
    readonly onNotification: (one: Notification) => void;
  } {
    const list: Notification[] = [];
    return { list, onNotification: (one) => this.#heard(list, one) };
  }

  #heard<T>(list: T[], one: T): void {
    list.push(one);
    for (const look of this.#waiting) look();
  }
}
