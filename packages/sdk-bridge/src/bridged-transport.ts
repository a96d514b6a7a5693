import type {
  JSONRPCMessage,
  Transport as SdkTransport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import type { Clock, CloseReason, Connection, Transport } from "@x/connection";
import {
  cancelledNotification,
  classify,
  LEGACY_REVISIONS,
  type Message,
  type Notification,
  type Request,
  type RequestId,
} from "@x/wire";
import { noAnswer } from "./no-answer.js";
import { SdkBridgeError } from "./sdk-bridge-error.js";
import { ServerRequests } from "./server-requests.js";

/** What an open connection needs, beside itself. */
interface Open {
  readonly connection: Connection;
  readonly serverRequests: ServerRequests;
  /** Settles when `onclose` was called. */
  readonly over: Promise<void>;
}

/** An official transport whose messages go over one connection of ours. */
export class BridgedTransport implements SdkTransport {
  onmessage?: SdkTransport["onmessage"];
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #opening = new AbortController();
  /** By the id of a request that is under way. */
  readonly #cancels = new Map<RequestId, AbortController>();
  #starting: Promise<Open> | undefined;
  #open: Open | undefined;

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  async start(): Promise<void> {
    if (this.#starting !== undefined) {
      throw new SdkBridgeError(
        "This transport was started already. Make a new one with toSdkTransport; connect() starts it.",
        { code: "already_started" },
      );
    }
    this.#starting = this.#connect();
    this.#open = await this.#starting;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const open = this.#open;
    if (open === undefined) {
      throw new SdkBridgeError("This transport is not connected. Make a new one and connect it.", {
        code: "not_connected",
      });
    }
    const outgoing = classify(message);
    switch (outgoing.type) {
      case "request":
        return this.#exchange(open, outgoing.message, options?.headers);
      case "notification":
        return this.#notify(open, outgoing.message);
      case "response":
        return open.serverRequests.answer(outgoing.message);
      case "invalid":
        throw new SdkBridgeError(`This is not a message. ${outgoing.detail}`, {
          code: "invalid_message",
        });
    }
  }

  async close(): Promise<void> {
    this.#opening.abort();
    // Whoever started it has been told.
    const open = await this.#starting?.catch(() => undefined);
    await open?.connection.close();
    await open?.over;
  }

  /**
   * Settles the era by the revision that the official client has decided on. Revisions are dates:
   * what comes after the last legacy one is modern.
   *
   * @throws ConnectionError `already_settled` on a second call.
   */
  setProtocolVersion(revision: string): void {
    const isLegacy = LEGACY_REVISIONS.some((legacy) => revision <= legacy);
    this.#open?.connection.settle({ era: isLegacy ? "legacy" : "modern", revision });
  }

  async #connect(): Promise<Open> {
    const { signal } = this.#opening;
    const connection = await this.#transport.open({ clock: this.#clock, signal });
    if (connection.type === "open_failure") {
      const { message } = connection;
      throw new SdkBridgeError(message, { code: "open_failed", cause: connection });
    }
    const serverRequests = new ServerRequests((cancelled) => this.#deliver(cancelled));
    connection.on({
      notification: (notification) => this.#deliver(notification),
      // The official client knows best whether it still has a use for these.
      late: (message) => this.#deliver(message),
      request: (request, respond, over) => {
        serverRequests.receive(request, respond, over);
        this.#deliver(request);
      },
      fault: (fault) => this.#report(fault.message, "peer_fault", fault),
    });
    const over = connection.closed.then((reason) => this.#over(connection, reason));
    return { connection, serverRequests, over };
  }

  async #exchange(
    { connection }: Open,
    request: Request,
    headers: Readonly<Record<string, string>> | undefined,
  ): Promise<void> {
    const { id, method } = request;
    const cancel = new AbortController();
    // An id that is pending already is refused by the connection; the earlier request keeps its own.
    if (!this.#cancels.has(id)) this.#cancels.set(id, cancel);
    try {
      const outcome = await connection.exchange(request, {
        totalMs: null,
        onAbandon: "cancel",
        signal: cancel.signal,
        onNotification: (notification) => this.#deliver(notification),
        ...(headers === undefined ? {} : { headers }),
      });
      switch (outcome.type) {
        case "response":
          this.#deliver(outcome.response);
          return;
        case "cancelled_by_server":
          this.#deliver(cancelledNotification(id, outcome.reason));
          return;
        case "aborted":
          return;
        case "closed":
          // What was under way ends with `onclose`, as the official client expects it.
          if (!outcome.written) throw notConnected(outcome.reason);
          return;
        case "stream_ended":
        case "timed_out":
        case "malformed":
        case "too_large":
        case "unreachable":
        case "http_status":
          throw noAnswer(method, outcome);
      }
    } finally {
      if (this.#cancels.get(id) === cancel) this.#cancels.delete(id);
    }
  }

  async #notify({ connection }: Open, notification: Notification): Promise<void> {
    const { method, params } = notification;
    if (method === "notifications/cancelled") {
      // A request that is over has nothing left to cancel. Only ids that are in the map get through.
      this.#cancels.get(params?.["requestId"] as RequestId)?.abort(params?.["reason"]);
      return;
    }
    const outcome = await connection.notify(notification);
    if (outcome.type === "closed") throw notConnected(outcome.reason);
  }

  #over(connection: Connection, reason: CloseReason): void {
    if (reason.type !== "local") {
      this.#report(reason.message, "connection_closed", reason);
      // The official client forgets a transport that is closed: what is left of it is ours to end.
      void connection.close();
    }
    this.onclose?.();
  }

  #report(message: string, code: "connection_closed" | "peer_fault", cause: unknown): void {
    this.onerror?.(new SdkBridgeError(message, { code, fault: "remote", cause }));
  }

  #deliver(message: Message): void {
    // Classified here; the official client checks what is in it by its own schemas.
    this.onmessage?.(message as JSONRPCMessage);
  }
}

function notConnected(reason: CloseReason): SdkBridgeError {
  return new SdkBridgeError(reason.message, { code: "not_connected", cause: reason });
}
