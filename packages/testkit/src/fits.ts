import { compareJson, type Incoming, isJsonObject, type JsonObject } from "@x/wire";

/**
 * Tells whether a message of the client is the one that a transcript expects: of the same kind, and with
 * every member that is given. `id` and no `result` or `error` means a request, whatever its id; without
 * a `method`, any method will do.
 */
export function fits(expected: JsonObject, sent: Incoming): boolean {
  switch (sent.type) {
    case "request": {
      if (!("id" in expected) || isResponse(expected)) return false;
      const { id: _standsForAnother, ...rest } = expected;
      return includes(sent.message, rest);
    }
    case "notification":
      return !("id" in expected) && includes(sent.message, expected);
    case "response":
      return isResponse(expected) && includes(sent.message, expected);
    case "invalid":
    case "too_large":
      return false;
  }
}

/** Tells whether a value has every member that `part` has, at any depth; other values have to be equal. */
export function includes(whole: unknown, part: unknown): boolean {
  if (!isJsonObject(part)) return compareJson(whole, part) === 0;
  return isJsonObject(whole) && Object.keys(part).every((key) => includes(whole[key], part[key]));
}

function isResponse(expected: JsonObject): boolean {
  return "result" in expected || "error" in expected;
}
