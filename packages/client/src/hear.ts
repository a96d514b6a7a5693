import type { Connection, TapEvent } from "@x/connection";
import type { InputAnswers } from "@x/input";
import type { Notification } from "@x/wire";
import { type AnsweringOptions, answering } from "./answering.js";
import type { ClientEvent } from "./client-event.js";
import type { ClientOptions } from "./client-options.js";
import { logMessage } from "./log.js";
import { countFault, type Peer } from "./peer.js";

/** What {@link hear} needs of its client. */
export interface HearOptions extends AnsweringOptions {
  readonly answers: InputAnswers | undefined;
  readonly onTap: ClientOptions["onTap"];
  /** The peer may be gone. */
  readonly onDoubt: () => void;
}

/** Hears all that a connection of a peer says beside answers. */
export function hear(peer: Peer, connection: Connection, options: HearOptions): void {
  const { emit, answers, onTap, onDoubt } = options;
  const { name, seen } = peer;
  seen.connections += 1;
  const nth = seen.connections;
  connection.on({
    fault: (fault) => {
      countFault(peer, fault.code);
      emit({ type: "fault", peer: name, fault });
    },
    late: () => {
      seen.late += 1;
    },
    notification: (notification) => emit(eventOf(name, notification)),
    doubt: onDoubt,
    ...(answers === undefined ? {} : { request: answering(peer, answers, connection, options) }),
    ...(onTap === undefined ? {} : { tap: (event: TapEvent) => onTap(name, event, nth) }),
  });
}

/** What the host is told of a notification that belongs to no call, or to one that wants nothing of it. */
export function eventOf(peer: string, notification: Notification): ClientEvent {
  const message = logMessage(notification);
  return message === undefined
    ? { type: "notification", peer, notification }
    : { type: "log", peer, message };
}
