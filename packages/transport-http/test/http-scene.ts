import {
  type Connection,
  type Era,
  type ExchangeOptions,
  type ExchangeOutcome,
  type Fault,
  ManualClock,
  type TapEvent,
  type Transport,
} from "@x/connection";
import {
  type HttpBehaviour,
  type HttpServer,
  httpServer,
  parseTranscript,
  type ScriptedHttpOptions,
  type ScriptedHttpServer,
  scriptedHttpServer,
} from "@x/testkit";
import {
  type ClientCapabilities,
  initializedNotification,
  initializeRequest,
  type JsonObject,
  type Notification,
  type Request,
  type Response,
  stamp,
} from "@x/wire";
import { expect, onTestFinished, vi } from "vitest";
import type { HttpTransportOptions } from "../src/index.js";
import { httpTransport } from "../src/index.node.js";

export const MODERN: Era = { era: "modern", revision: "2026-07-28" };
export const LEGACY: Era = { era: "legacy", revision: "2025-11-25" };
export const clientInfo = { name: "test", version: "1.0.0" };

/** A server that ends with the test. */
export async function server(behaviour: HttpBehaviour): Promise<HttpServer> {
  const started = await httpServer(behaviour);
  onTestFinished(() => started.close());
  return started;
}

/** A scripted endpoint that ends with the test: the name of a case, or the text of a transcript. */
export async function endpoint(
  source: string,
  options?: ScriptedHttpOptions,
): Promise<ScriptedHttpServer> {
  const isText = source.includes("\n") || source.includes(" ");
  const started = await scriptedHttpServer(isText ? parseTranscript(source) : source, options);
  onTestFinished(() => started.close());
  return started;
}

/** How a connection of a test is opened. */
export interface SceneOptions extends HttpTransportOptions {
  /** What it is settled as at once. Not given: it is still being negotiated. */
  readonly era?: Era;
  /** What it is opened by, in place of a transport with the other options. */
  readonly transport?: Transport;
}

/** An open connection, and all that was heard of it. Closed at the end of the test, with nothing left. */
export async function scene({ era, transport, ...options }: SceneOptions): Promise<Scene> {
  const clock = new ManualClock();
  const connection = await (transport ?? httpTransport(options)).open({ clock });
  if (connection.type === "open_failure") throw new Error(connection.message);
  const opened = new Scene(connection, clock);
  onTestFinished(async () => {
    const closing = connection.close();
    await settled(closing, clock);
    expect(clock.waiting, "timers that are left").toBe(0);
  });
  if (era !== undefined) connection.settle(era);
  return opened;
}

const HOUR_MS = 3_600_000;

/** What a promise gives, where that may need time to pass by the clock: after some that passes by itself. */
export async function settled<T>(
  promise: Promise<T>,
  clock: ManualClock,
  patienceTurns = 20,
): Promise<T> {
  let isSettled = false;
  const watched = promise.finally(() => {
    isSettled = true;
  });
  for (let turn = 0; turn < patienceTurns && !isSettled; turn += 1) await turns(1);
  for (const end = clock.now() + HOUR_MS; !isSettled; clock.advance(500)) {
    if (clock.now() > end) throw new Error("It has not settled within an hour by the clock.");
    await new Promise((resolve) => setImmediate(resolve));
  }
  return watched;
}

/** Lets happen what is under way on loopback, as far as turns of the event loop do. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Waits until an expectation holds. */
export function until(expectation: () => void): Promise<void> {
  return vi.waitFor(expectation, { interval: 1, timeout: 5000 });
}

export class Scene {
  readonly connection: Connection;
  readonly clock: ManualClock;
  readonly faults: Fault[] = [];
  readonly late: (Response | Notification)[] = [];
  readonly notifications: Notification[] = [];
  readonly taps: TapEvent[] = [];
  readonly doubts: string[] = [];
  gaps = 0;

  constructor(connection: Connection, clock: ManualClock) {
    this.connection = connection;
    this.clock = clock;
    connection.on({
      fault: (fault) => this.faults.push(fault),
      late: (message) => this.late.push(message),
      notification: (notification) => this.notifications.push(notification),
      tap: (event) => this.taps.push(event),
      gap: () => {
        this.gaps += 1;
      },
      doubt: (why) => this.doubts.push(why),
    });
  }

  /** Exchanges a modern request, without a deadline unless one is given. */
  ask(
    method = "tools/call",
    params: JsonObject = { name: "echo" },
    options: Partial<ExchangeOptions> = {},
  ): Promise<ExchangeOutcome> {
    const { connection } = this;
    const request = stamp(
      { id: connection.ids.next(), method, params },
      { ...MODERN, era: "modern", capabilities: {}, clientInfo },
    );
    return this.exchange(request, options);
  }

  /** Exchanges a legacy request, without a deadline unless one is given. */
  askLegacy(
    method = "tools/call",
    params: JsonObject = { name: "echo" },
    options: Partial<ExchangeOptions> = {},
  ): Promise<ExchangeOutcome> {
    return this.exchange(
      { jsonrpc: "2.0", id: this.connection.ids.next(), method, params },
      options,
    );
  }

  exchange(request: Request, options: Partial<ExchangeOptions> = {}): Promise<ExchangeOutcome> {
    return this.connection.exchange(request, { totalMs: null, onAbandon: "cancel", ...options });
  }

  /** The handshake of a legacy server, to its end. */
  async handshake(
    revision: string = LEGACY.revision,
    capabilities: ClientCapabilities = {},
  ): Promise<ExchangeOutcome> {
    const { connection } = this;
    const id = connection.ids.next();
    const initialize = initializeRequest(id, { revision, capabilities, clientInfo });
    const outcome = await this.exchange(initialize, { onAbandon: "silent" });
    expect(outcome).toMatchObject({ type: "response", response: { id, result: {} } });
    connection.settle({ era: "legacy", revision });
    expect(await connection.notify(initializedNotification())).toEqual({ type: "sent" });
    return outcome;
  }
}

/** A result as servers of these tests give it. */
export const RESULT = { resultType: "complete", content: [] };

/** A right answer to a request, as JSON text. */
export function answer(
  { message }: { readonly message: JsonObject | undefined },
  result: JsonObject = RESULT,
): string {
  return JSON.stringify({ jsonrpc: "2.0", id: message?.["id"], result });
}

/** Answers each request with a result, as one JSON body. */
export const answering: HttpBehaviour = (request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(answer(request));
};
