import { classify, decodeFrame, excerpt, type Incoming, type RequestId } from "@x/wire";

/** The one revision in which messages may come as an array. */
export const BATCHING_REVISION = "2025-03-26";

/**
 * The messages in one piece of JSON text: one, or with `batches` an array of them.
 *
 * Specification 2025-03-26, "Transports": responses, requests and notifications may be batched.
 */
export function framesOf(text: string, batches: boolean): readonly Incoming[] {
  const elements = batches ? batchOf(text) : undefined;
  if (elements !== undefined) {
    return elements.flatMap((element) => decodeFrame(JSON.stringify(element)) ?? []);
  }
  const one = decodeFrame(text);
  return one === undefined ? [] : [one];
}

/** What cannot be read at all still ends the request whose whole reply it was. */
export function addressed(incoming: Incoming, id: RequestId): Incoming {
  return incoming.type === "invalid" ? { ...incoming, id } : incoming;
}

/** A frame whose bytes are not UTF-8. */
export function notUtf8(text: string, id: RequestId): Incoming {
  const detail = "The body is not UTF-8.";
  return { type: "invalid", code: "not_utf8", detail, text: excerpt(text), id };
}

/**
 * The JSON-RPC error in the body of a refused request, which may lack the id there.
 *
 * What stands in the reply to one POST is about that POST, so the id is filled in.
 * Specification 2026-07-28, "Streamable HTTP", "Sending Messages".
 */
export function errorInRefusal(text: string, id: RequestId): Incoming | undefined {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || !("error" in value)) return undefined;
  const lacksId = !("id" in value) || value.id === null;
  const classified = classify(lacksId ? { ...value, id } : value);
  if (classified.type !== "response" || classified.message.id !== id) return undefined;
  return { type: "response", message: classified.message, text };
}

function batchOf(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  const value = parsed(text);
  return Array.isArray(value) ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
