import type { HttpBehaviour, ReceivedRequest } from "../received-request.js";
import { SSE_HEADERS, sseEvent } from "../sse-event.js";
import { httpReply } from "./http-reply.js";
import { answerTo } from "./wanted-answer.js";

/** Names of {@link FRAMINGS}. */
export type Framing =
  | "crlf"
  | "lone_cr"
  | "byte_order_mark"
  | "comments"
  | "no_space"
  | "multi_line_data"
  | "empty_id"
  | "other_events"
  | "split_utf8";

/** Right answers, written in every way that the standard of server-sent events allows. */
export const FRAMINGS: { readonly [Name in Framing]: HttpBehaviour } = {
  crlf: framed((request) => plain(request).replaceAll("\n", "\r\n")),
  lone_cr: framed((request) => plain(request).replaceAll("\n", "\r")),
  byte_order_mark: framed((request) => `\u{feff}${plain(request)}`),
  comments: framed((request) => `: ping\n\n:\n${plain(request)}: pong\n\n`),
  no_space: framed((request) => plain(request).replaceAll(": ", ":")),
  multi_line_data: framed((request) =>
    sseEvent(JSON.stringify(JSON.parse(answerTo(request)), null, 1)),
  ),
  empty_id: framed((request) => `id\n${plain(request)}`),
  other_events: framed(
    (request) => `${sseEvent("not JSON", { event: "other" })}unknown: field\n\n${plain(request)}`,
  ),
  split_utf8: (request, response) => {
    response.writeHead(200, SSE_HEADERS);
    for (const byte of Buffer.from(plain(request))) response.write(Uint8Array.of(byte));
    response.end();
  },
};

function framed(body: (request: ReceivedRequest) => string): HttpBehaviour {
  return httpReply({ status: 200, headers: SSE_HEADERS, body });
}

function plain(request: ReceivedRequest): string {
  return sseEvent(answerTo(request), { event: "message" });
}
