import { excerpt } from "./excerpt.js";

/**
 * What a value says of itself, at most 200 characters; of an error, its message. Never throws, whatever it
 * is: what handles a failure must not fail over it.
 */
export function wordsOf(value: unknown): string {
  try {
    return excerpt(String(value instanceof Error ? value.message : value));
  } catch {
    return "something that cannot be told";
  }
}
