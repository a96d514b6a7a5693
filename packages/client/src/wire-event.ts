import type { TapEvent } from "@x/connection";
import { type RedactedFrame, redactFrame } from "@x/wire";
import type { ClientOptions } from "./client-options.js";

/**
 * One frame of one peer, redacted. What a frame says is `message`; one that is no JSON has its `text`
 * instead.
 */
export type WireEvent = RedactedFrame & {
  readonly peer: string;
  /** Counts the connections of the peer, from 1. */
  readonly connection: number;
  readonly direction: TapEvent["direction"];
  /** The clock's milliseconds. */
  readonly at: number;
};

/** What sees the frames of peers as a host wants it; nothing where it wants none. */
export function tapOf({
  onTap,
  onWire,
  redact = unchanged,
}: ClientOptions): ClientOptions["onTap"] {
  if (onWire === undefined) return onTap;
  return (peer, event, connection) => {
    onTap?.(peer, event, connection);
    const { direction, at, text } = event;
    onWire({ peer, connection, direction, at, ...redactFrame(text, { text: redact }) });
  };
}

function unchanged(text: string): string {
  return text;
}
