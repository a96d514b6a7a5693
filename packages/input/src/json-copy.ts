import { type JsonObject, plainJson, WireError } from "@x/wire";

/** Completes "the answer of the handler was not sent:" where {@link jsonCopy} gives nothing. */
export const NOT_JSON = "it cannot be written as JSON";

/** What of an answer will be sent, as JSON has it and nobody changes any more; nothing where JSON has none. */
export function jsonCopy(answer: JsonObject): JsonObject | undefined {
  try {
    return plainJson(answer, "It");
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}
