import type { Notification, Response } from "@x/wire";
import type { Clock } from "./clock.js";
import type { ConnectionListener, Off } from "./connection.js";
import type { Fault } from "./fault.js";

/** The listeners of one connection, called in the order in which they came. */
export class Listeners {
  #all: readonly ConnectionListener[] = [];
  #tapped = false;
  #thrown: { readonly error: unknown } | undefined;

  add(listener: ConnectionListener): Off {
    this.#set([...this.#all, listener]);
    return () => this.#set(this.#all.filter((one) => one !== listener));
  }

  notification(notification: Notification): void {
    for (const { notification: handler } of this.#all) this.call(handler, notification);
  }

  gap(): void {
    for (const { gap: handler } of this.#all) this.call(handler, undefined);
  }

  doubt(why: string): void {
    for (const { doubt: handler } of this.#all) this.call(handler, why);
  }

  fault(fault: Fault): void {
    for (const { fault: handler } of this.#all) this.call(handler, fault);
  }

  late(message: Response | Notification): void {
    for (const { late: handler } of this.#all) this.call(handler, message);
  }

  /** `frame` may have its line end; the tap does not see it. Costs nothing while nobody taps. */
  tap(direction: "sent" | "received", frame: string, clock: Clock): void {
    if (!this.#tapped) return;
    const text = frame.endsWith("\n") ? frame.slice(0, -1) : frame;
    const event = { direction, text, at: clock.now() };
    for (const { tap: handler } of this.#all) this.call(handler, event);
  }

  /** The first listener's handler for requests of the server, guarded like the others. */
  requestHandler(): ConnectionListener["request"] {
    const handler = this.#all.find((one) => one.request !== undefined)?.request;
    return handler === undefined
      ? undefined
      : (request, respond, over) => this.call((one) => handler(one, respond, over), request);
  }

  /** Calls a handler; what it throws is kept for {@link rethrow}. */
  call<T>(handler: ((value: T) => void) | undefined, value: T): void {
    try {
      handler?.(value);
    } catch (error) {
      this.#thrown ??= { error };
    }
  }

  /** Throws the first error that a handler threw since the last time. */
  rethrow(): void {
    const thrown = this.#thrown;
    if (thrown === undefined) return;
    this.#thrown = undefined;
    throw thrown.error;
  }

  #set(all: readonly ConnectionListener[]): void {
    this.#all = all;
    this.#tapped = all.some((one) => one.tap !== undefined);
  }
}
