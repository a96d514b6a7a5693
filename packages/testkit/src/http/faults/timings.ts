import type { HttpBehaviour } from "../received-request.js";
import { SSE_HEADERS, sseEvent } from "../sse-event.js";
import { answerTo } from "./wanted-answer.js";

const DRIP_MS = 5;

/** Names of {@link TIMINGS}. */
export type TimingFault =
  | "silent"
  | "silent_body"
  | "silent_stream"
  | "drip"
  | "reset_at_once"
  | "reset_in_body"
  | "reset_in_stream";

/** Replies that do not come, come slowly, or break. */
export const TIMINGS: { readonly [Name in TimingFault]: HttpBehaviour } = {
  silent: () => {},
  silent_body: (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
  },
  silent_stream: (_request, response) => {
    response.writeHead(200, SSE_HEADERS).flushHeaders();
  },
  drip: (request, response) => {
    const bytes = Buffer.from(sseEvent(answerTo(request)));
    response.writeHead(200, SSE_HEADERS);
    let at = 0;
    const timer = setInterval(() => {
      if (at < bytes.length) response.write(bytes.subarray(at, at + 1));
      else response.end();
      at += 1;
    }, DRIP_MS);
    response.on("close", () => clearInterval(timer));
  },
  reset_at_once: (_request, { socket }) => {
    socket?.resetAndDestroy();
  },
  reset_in_body: (request, response) => {
    const body = answerTo(request);
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.write(body.slice(0, 20), () => setImmediate(() => response.socket?.resetAndDestroy()));
  },
  reset_in_stream: (request, response) => {
    response.writeHead(200, SSE_HEADERS);
    const half = sseEvent(answerTo(request)).slice(0, 20);
    response.write(half, () => setImmediate(() => response.socket?.resetAndDestroy()));
  },
};
