import {
  cancelledNotification,
  encode,
  type Message,
  type Notification,
  type RequestId,
} from "@x/wire";
import type { Channel } from "./channel.js";
import type { Clock } from "./clock.js";
import type { Listeners } from "./listeners.js";

/** What an {@link Outbox} needs of its connection. */
export interface OutboxOptions {
  readonly channel: Channel;
  readonly listeners: Listeners;
  readonly clock: Clock;
  readonly isOver: () => boolean;
}

/** The one way out of a connection: the tap sees what goes, and nothing goes once it is over. */
export class Outbox {
  readonly #options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  send(
    frame: string,
    message: Message,
    headers?: { readonly [name: string]: string },
    done?: (sent: boolean, problem?: string) => void,
  ): void {
    const { channel, listeners, clock, isOver } = this.#options;
    if (isOver()) {
      done?.(false);
      return;
    }
    listeners.tap("sent", frame, clock);
    channel.send(frame, done, message, headers);
  }

  /** Tells the peer that nobody waits for this request any more, as its channel has it. */
  cancel(id: RequestId, reason: string): void {
    if (this.#options.channel.abandon?.(id)) return;
    const cancelled = cancelledNotification(id, reason);
    this.send(encode(cancelled), cancelled);
  }

  /** Gives `true` once it was taken, a problem where it was not, `false` where the connection ended. */
  notify(notification: Notification): Promise<boolean | string> {
    const frame = encode(notification);
    return new Promise((resolve) => {
      this.send(frame, notification, undefined, (sent, problem) => {
        resolve(sent || (problem ?? false));
      });
    });
  }
}
