import type { HttpPlay } from "./http-play.js";
import { plainReply, post } from "./post.js";
import type { HttpBehaviour } from "./received-request.js";
import { ServerStream } from "./server-stream.js";

/** Where clients of the old binding post. */
export const MESSAGES_PATH = "/messages";

/**
 * The two endpoints of the old binding: a GET gives the stream on which the server says everything, and
 * its first event names where to post. A stream is a lifetime of the transcript, and there is one at a
 * time.
 *
 * Specification 2024-11-05, "HTTP with SSE".
 */
export function sseEndpoint(play: HttpPlay): HttpBehaviour {
  return (request, response) => {
    const { method, path } = request;
    if (path.startsWith(MESSAGES_PATH)) {
      const isKnown = play.lifetime !== undefined && path === messagesOf(play.lifetime);
      if (method === "POST" && isKnown) post(request, response, { play });
      else plainReply(response, method === "POST" ? 404 : 405, "There is no such session.");
    } else if (method === "GET") {
      play.close();
      const stream = new ServerStream({
        request: undefined,
        form: "sse",
        event: "message",
        onLeft: () => play.close(),
      });
      stream.attach(response);
      play.open();
      stream.announce("endpoint", messagesOf(play.lifetime ?? 0));
      play.streams.add(stream);
    } else {
      plainReply(response, 405, "This endpoint takes GET alone.", { allow: "GET" });
    }
  };
}

function messagesOf(lifetime: number): string {
  return `${MESSAGES_PATH}?session=${lifetime}`;
}
