import { type Incoming, isJsonObject, type JsonObject, type Request } from "@x/wire";
import { EventStream, type StreamTools } from "./event-stream.js";
import type { Headers } from "./message-headers.js";

/** What a {@link StandingStream} needs of its channel. */
export interface StandingHost {
  readonly tools: StreamTools;
  readonly headers: () => Headers;
  readonly batches: () => boolean;
  readonly received: (frames: readonly Incoming[]) => void;
  /** Whether this status says that the session is over; the connection is then, too. */
  readonly ends: (status: number) => boolean;
}

/**
 * The stream by which a legacy server speaks without being asked: a GET to the endpoint.
 *
 * A server that offers none is asked once. One that ends again and again is asked with growing pauses.
 * One that was there, and is answered 404 now, takes its session with it.
 * Specification 2025-11-25, "Listening for Messages from the Server", "Session Management".
 */
export function standingStream(host: StandingHost): EventStream {
  const stream = new EventStream(host.tools, {
    headers: host.headers,
    batches: host.batches,
    again: () => "always",
    maxFruitless: Number.POSITIVE_INFINITY,
    fruit: "message",
    onRefused: (status) => (!host.ends(status) && isPassing(status) ? "again" : "over"),
    onFrames: host.received,
    // That there is none is no fault: the server need not offer it.
    onOver: () => {},
  });
  stream.connect();
  return stream;
}

/** Busy, too early, too often, or not yet noticed that the last stream is gone; and its own mishaps. */
function isPassing(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || status >= 500;
}

/**
 * Whether a legacy server may have something to say without being asked: a capability of its own that
 * comes with notifications, or one of this side that it may make use of.
 */
export function mayBeHeard(initialize: Request, result: JsonObject): boolean {
  const ours = initialize.params?.["capabilities"];
  if (isJsonObject(ours) && Object.keys(ours).length > 0) return true;
  const theirs = result["capabilities"];
  return isJsonObject(theirs) && ("logging" in theirs || Object.values(theirs).some(notifies));
}

function notifies(capability: unknown): boolean {
  return (
    isJsonObject(capability) &&
    (capability["listChanged"] === true || capability["subscribe"] === true)
  );
}
