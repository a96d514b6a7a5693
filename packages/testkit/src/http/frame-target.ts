import { isJsonObject, type JsonObject, type RequestId, SUBSCRIPTION_ID_KEY } from "@x/wire";
import { objectIn } from "./received-request.js";

/** Which stream a frame of the server should go on. */
export type FrameTarget =
  /** The answer to a request: the last on its stream. */
  | { readonly type: "answer"; readonly id: RequestId; readonly message: JsonObject }
  /** A notification about a request: progress, an event of a subscription. */
  | { readonly type: "about"; readonly id: RequestId }
  /** A subscription is torn down: the last on its stream, too. */
  | { readonly type: "torn_down"; readonly id: RequestId }
  /** What else a server says by itself. */
  | { readonly type: "unasked" }
  /** What is no message. */
  | { readonly type: "raw" };

/** Reads it from the frame. */
export function frameTarget(frame: string): FrameTarget {
  const message = objectIn(frame);
  if (message === undefined) return { type: "raw" };
  const { method, id, params } = message;
  if (method === undefined) return isId(id) ? { type: "answer", id, message } : { type: "raw" };
  if (id !== undefined || !isJsonObject(params)) return { type: "unasked" };
  const { progressToken, requestId, _meta: meta } = params;
  if (method === "notifications/progress" && isId(progressToken)) {
    return { type: "about", id: progressToken };
  }
  if (method === "notifications/cancelled" && isId(requestId)) {
    return { type: "torn_down", id: requestId };
  }
  const subscription = isJsonObject(meta) ? meta[SUBSCRIPTION_ID_KEY] : undefined;
  return isId(subscription) ? { type: "about", id: subscription } : { type: "unasked" };
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}
