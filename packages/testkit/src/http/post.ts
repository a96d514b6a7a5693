import type { ServerResponse } from "node:http";
import { decodeFrame, type Request } from "@x/wire";
import type { HttpPlay } from "./http-play.js";
import type { ReceivedRequest } from "./received-request.js";
import type { ServerStream } from "./server-stream.js";

/** Whom a posted message is for. */
export interface PostTarget {
  readonly play: HttpPlay;
  /** The reply to its POST as the stream on which a request is answered; without it, that is not the reply to its POST. */
  readonly replyTo?: (request: Request) => ServerStream;
}

/** Takes a message that was posted: a request has its reply, anything else is accepted. */
export function post(
  { body }: ReceivedRequest,
  response: ServerResponse,
  { play, replyTo }: PostTarget,
): void {
  const [deviation] = play.deviations;
  if (deviation !== undefined) {
    plainReply(response, 500, deviation);
    return;
  }
  const sent = decodeFrame(body);
  if (sent === undefined) {
    plainReply(response, 400, "There is no message in the body.");
    return;
  }
  if (sent.type === "request" && replyTo !== undefined) {
    play.received(sent, replyTo(sent.message));
    return;
  }
  play.received(sent);
  const [refusal] = play.deviations;
  if (refusal === undefined) response.writeHead(202).end();
  else plainReply(response, 500, refusal);
}

/** A status with a sentence. */
export function plainReply(
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { "content-type": "text/plain", ...headers }).end(sentence);
}
