import type { ExchangeOutcome } from "@x/connection";
import { SdkBridgeError } from "./sdk-bridge-error.js";

/** The outcomes that leave a request without an answer, on a connection that goes on. */
export type NoAnswer = Exclude<
  ExchangeOutcome,
  { readonly type: "response" | "closed" | "aborted" | "cancelled_by_server" }
>;

/** The error with which the official client's call ends, since no answer will come. */
export function noAnswer(method: string, outcome: NoAnswer): SdkBridgeError {
  return new SdkBridgeError(`${method} has no answer: ${sentence(outcome)}`, {
    code: "no_answer",
    fault: "remote",
    cause: outcome,
  });
}

function sentence(outcome: NoAnswer): string {
  switch (outcome.type) {
    case "malformed":
      return outcome.fault.message;
    case "too_large":
      return (
        `it is a frame of ${outcome.sizeBytes} bytes or more, and the limit is ` +
        `${outcome.limitBytes} bytes. Raise maxFrameBytes of its transport if that is expected.`
      );
    case "stream_ended":
    case "unreachable":
      return outcome.message;
    case "http_status":
      return `the server replied with HTTP status ${outcome.status}.`;
    case "timed_out":
      return `nothing came within ${outcome.afterMs} ms.`;
  }
}
