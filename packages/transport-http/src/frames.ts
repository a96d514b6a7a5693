import { classify, decodeFrame, excerpt, type Incoming, type RequestId } from "@x/wire";
import type { Redact } from "./refusal.js";

/** The one revision in which messages may come as an array. */
export const BATCHING_REVISION = "2025-03-26";

/** The most messages that one array may hold. */
export const MAX_BATCH = 1000;

/** How text is read. */
export interface FrameReading {
  /** Whether messages may come as an array. */
  readonly batches: boolean;
  readonly redact: Redact;
}

/**
 * The messages in one piece of JSON text: one, or with `batches` an array of them.
 *
 * The messages are what the server said; their `text`, which people may be shown, has nothing in it of the
 * secrets that the server was sent.
 * Specification 2025-03-26, "Transports": responses, requests and notifications may be batched.
 */
export function framesOf(text: string, { batches, redact }: FrameReading): readonly Incoming[] {
  const elements = batches ? batchOf(text) : undefined;
  if (elements === undefined) {
    const frame = decodeFrame(text);
    return frame === undefined ? [] : [discreet(frame, text, redact)];
  }
  if (elements.length > MAX_BATCH) {
    const detail = `It is an array of ${elements.length}; at most ${MAX_BATCH} messages are taken.`;
    return [{ type: "invalid", code: "not_an_object", detail, text: excerpt(redact(text)) }];
  }
  return elements.map((element) => frameOf(element, redact));
}

/** One message of an array. */
function frameOf(element: unknown, redact: Redact): Incoming {
  const text = redact(textOf(element));
  const classified = classify(element);
  return classified.type === "invalid"
    ? { ...classified, text: excerpt(text) }
    : discreetError({ ...classified, text }, redact);
}

/** JSON nested deeper than the platform can write is shown as such. */
function textOf(element: unknown): string {
  try {
    return JSON.stringify(element) ?? "";
  } catch {
    return "(nested too deep to be shown)";
  }
}

/** What cannot be read at all still ends the request whose whole reply it was. */
export function addressed(incoming: Incoming, id: RequestId): Incoming {
  return incoming.type === "invalid" ? { ...incoming, id } : incoming;
}

/** A frame whose bytes are not UTF-8. */
export function notUtf8(text: string, id: RequestId, redact: Redact): Incoming {
  const detail = "The body is not UTF-8.";
  return { type: "invalid", code: "not_utf8", detail, text: excerpt(redact(text)), id };
}

/**
 * The JSON-RPC error in the body of a refused request, which may lack the id there.
 *
 * What stands in the reply to one POST is about that POST, so the id is filled in.
 * Specification 2026-07-28, "Streamable HTTP", "Sending Messages".
 */
export function errorInRefusal(text: string, id: RequestId, redact: Redact): Incoming | undefined {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || !("error" in value)) return undefined;
  const lacksId = !("id" in value) || value.id === null;
  const classified = classify(lacksId ? { ...value, id } : value);
  if (classified.type !== "response" || classified.message.id !== id) return undefined;
  const frame = { type: "response", message: classified.message, text: redact(text) } as const;
  return discreetError(frame, redact);
}

/** Where the server repeats a secret, what is told of an unusable frame is what would be told without it. */
function discreet(frame: Incoming, text: string, redact: Redact): Incoming {
  const shown = redact(text);
  if (shown === text) return frame;
  if (frame.type !== "invalid") return discreetError({ ...frame, text: shown }, redact);
  const again = decodeFrame(shown);
  return again?.type === "invalid"
    ? again
    : { ...frame, detail: "It repeats a secret.", text: excerpt(shown) };
}

function batchOf(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  const value = parsed(text);
  return Array.isArray(value) ? value : undefined;
}

/** An error's message is shown to people, so what it repeats of secrets is taken out of it. */
function discreetError<Frame extends Incoming>(frame: Frame, redact: Redact): Frame {
  if (frame.type !== "response" || !("error" in frame.message)) return frame;
  const { error } = frame.message;
  const message = redact(error.message);
  if (message === error.message) return frame;
  return { ...frame, message: { ...frame.message, error: { ...error, message } } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
