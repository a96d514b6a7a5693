import { type Incoming, isJsonObject, type JsonObject, type Request } from "@x/wire";
import { EventStream, type StreamTools } from "./event-stream.js";
import type { Headers } from "./message-headers.js";

/** What a {@link StandingStream} needs of its channel. */
export interface StandingHost {
  readonly tools: StreamTools;
  readonly headers: () => Headers;
  readonly batches: () => boolean;
  readonly received: (frames: readonly Incoming[]) => void;
  /** From now on the server is heard; what it said before may be lost. */
  readonly gap: () => void;
  /** There is nobody any more where the server was, or nobody who knows it; a sentence says why. */
  readonly doubt: (why: string) => void;
  /** Whether a status, whatever its body says, is the end of the connection. */
  readonly ends: (status: number) => boolean;
}

/** How often a server that never gave a stream is asked for one where it says that it cannot now. */
const MAX_FIRST = 5;

/**
 * The stream by which a legacy server speaks without being asked: a GET to the endpoint.
 *
 * A server that offers none is asked once. One that ends again and again is asked with growing pauses,
 * and so is one that has given a stream before and cannot give it now: it may be heard again.
 * Specification 2025-11-25, "Listening for Messages from the Server".
 */
export function standingStream(host: StandingHost): EventStream {
  let isKnown = false;
  let putOff = 0;
  // What a listener throws at that must not reach the back end.
  const doubt = (why: string): void => queueMicrotask(() => host.doubt(why));
  const stream = new EventStream(host.tools, {
    headers: host.headers,
    batches: host.batches,
    again: () => "always",
    onOpen: (how) => {
      isKnown = true;
      // What was said before a first stream is lost, too. What a listener throws at that must not reach
      // the back end: it would read no more of a stream whose head it has not done with.
      if (how === "new") queueMicrotask(host.gap);
    },
    onRefused: ({ status, isResuming }) => {
      // There was a stream for this session: that nothing is found now says that the session is lost.
      if (isKnown && host.ends(status)) return "over";
      if (!isPassing(status)) {
        if (isResuming) return "anew";
        if (isKnown) doubt(`The endpoint answers HTTP ${status} where its own stream was.`);
        return "over";
      }
      putOff += 1;
      return isKnown || putOff < MAX_FIRST ? "again" : "over";
    },
    onFailed: ({ phase, message }) => {
      if (isKnown && phase !== "exchange") doubt(message);
    },
    maxFruitless: Number.POSITIVE_INFINITY,
    fruit: "message",
    onFrames: host.received,
    // That there is none is no fault: the server need not offer it.
    onOver: () => {},
  });
  stream.connect();
  return stream;
}

/** Whether a status says something about the moment, and not about what the server offers. */
function isPassing(status: number): boolean {
  return PASSING.includes(status) || status >= 500;
}

const PASSING: readonly number[] = [408, 409, 425, 429];

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
