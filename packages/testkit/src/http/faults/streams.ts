import type { HttpBehaviour, ReceivedRequest } from "../received-request.js";
import { SSE_HEADERS, sseEvent } from "../sse-event.js";
import { httpReply } from "./http-reply.js";
import { answerTo } from "./wanted-answer.js";

const HEARD = JSON.stringify({ jsonrpc: "2.0", method: "notifications/heard" });

/** Names of {@link STREAMS}. */
export type StreamFault =
  | "ends_at_once"
  | "ends_unanswered"
  | "ends_in_event"
  | "retry_0"
  | "other_id_json"
  | "other_id_sse";

/** Streams that end wrongly, and answers for somebody else. */
export const STREAMS: { readonly [Name in StreamFault]: HttpBehaviour } = {
  ends_at_once: httpReply({ status: 200, headers: SSE_HEADERS }),
  ends_unanswered: httpReply({ status: 200, headers: SSE_HEADERS, body: sseEvent(HEARD) }),
  ends_in_event: httpReply({
    status: 200,
    headers: SSE_HEADERS,
    body: (request) => sseEvent(answerTo(request)).trimEnd(),
  }),
  retry_0: httpReply({ status: 200, headers: SSE_HEADERS, body: "retry: 0\n\n" }),
  other_id_json: httpReply({
    status: 200,
    headers: { "content-type": "application/json" },
    body: answerToAnother,
  }),
  other_id_sse: httpReply({
    status: 200,
    headers: SSE_HEADERS,
    body: (request) => sseEvent(answerToAnother(request)),
  }),
};

/** The answer to a request that was never made. */
function answerToAnother(request: ReceivedRequest): string {
  return JSON.stringify({ ...JSON.parse(answerTo(request)), id: 987654321 });
}
