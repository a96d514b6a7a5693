import { wordsOf } from "@x/wire";
import type { ClientEvent } from "./client-event.js";

/** What the host is told of an option that only looks on, and failed at that. */
export function observerFailed(option: "trace" | "around", cause: unknown): ClientEvent {
  const message = `The option ${option} failed: ${wordsOf(cause)}. Nothing else depends on it.`;
  return { type: "observer_failed", option, message, cause };
}
