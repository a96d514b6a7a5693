import type { RequestId } from "./message.js";
import { WireError } from "./wire-error.js";

/**
 * Tells whether a value can be the id of a request: a string, or an integer that JavaScript holds
 * exactly. Beyond that range two ids of the peer could read as one.
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/**
 * Passes where the value is a {@link RequestId}.
 *
 * @throws WireError `invalid_id`; the message begins with `name`.
 */
export function checkRequestId(value: unknown, name: string): void {
  if (!isRequestId(value)) {
    throw new WireError(`${name} must be a string or a safe integer; it is ${String(value)}.`, {
      code: "invalid_id",
    });
  }
}
