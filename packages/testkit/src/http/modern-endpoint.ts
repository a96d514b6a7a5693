import { errorStatus } from "./error-status.js";
import type { HttpPlay } from "./http-play.js";
import { plainReply, post } from "./post.js";
import type { HttpBehaviour } from "./received-request.js";
import { type ReplyForm, ServerStream } from "./server-stream.js";

/**
 * The endpoint of a modern server: it takes POST alone, and the end of a reply is its request's cancellation.
 *
 * Specification 2026-07-28, "Streamable HTTP".
 */
export function modernEndpoint(play: HttpPlay, form: ReplyForm): HttpBehaviour {
  return (received, response) => {
    if (received.method !== "POST") {
      plainReply(response, 405, "This endpoint takes POST alone.", { allow: "POST" });
      return;
    }
    post(received, response, {
      play,
      replyTo: (request) => {
        const stream = new ServerStream({
          request,
          form,
          head: (answer) => ({ status: errorStatus(answer, "modern"), headers: {} }),
          onLeft: () => play.cancelled(request.id),
        });
        stream.attach(response);
        return stream;
      },
    });
  };
}
