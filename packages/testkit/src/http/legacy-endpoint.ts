import type { ServerResponse } from "node:http";
import type { JsonObject, Request } from "@x/wire";
import { errorStatus } from "./error-status.js";
import type { HttpPlay } from "./http-play.js";
import { plainReply, post } from "./post.js";
import type { HttpBehaviour, ReceivedRequest } from "./received-request.js";
import { type ReplyForm, type ReplyHead, ServerStream } from "./server-stream.js";

/** What a legacy server may or may not do. */
export interface LegacyHttp {
  /** How requests are answered. Default `sse`. */
  readonly replies?: ReplyForm;
  /** Sessions have ids that begin with this. Without it, there are none. */
  readonly session?: string;
  /** Whether events have ids, and streams go on where they were broken. Default `false`. */
  readonly resumable?: boolean;
  /** The `retry` of a resumable stream's first event, in milliseconds. */
  readonly retryMs?: number;
}

/**
 * The endpoint of a legacy server: POST, GET for a stream of its own, DELETE for the end of a session.
 *
 * A session is a lifetime of the transcript, and there is one at a time.
 * Specification 2025-11-25, "Streamable HTTP".
 */
export function legacyEndpoint(play: HttpPlay, options: LegacyHttp): HttpBehaviour {
  const endpoint = new LegacyEndpoint(play, options);
  return (request, response) => endpoint.answer(request, response);
}

class LegacyEndpoint {
  readonly #play: HttpPlay;
  readonly #options: LegacyHttp;
  #session: { readonly id: string; readonly lifetime: number } | undefined;
  #streams = 0;

  constructor(play: HttpPlay, options: LegacyHttp) {
    this.#play = play;
    this.#options = options;
  }

  answer(request: ReceivedRequest, response: ServerResponse): void {
    const given = request.headers["mcp-session-id"];
    const known = this.#knownSession;
    if (given !== undefined && given !== known) {
      plainReply(response, 404, "There is no such session.");
    } else if (known !== undefined && given === undefined && !opens(request)) {
      plainReply(response, 400, "The session has to be named.");
    } else {
      this.#inSession(request, response);
    }
  }

  get #knownSession(): string | undefined {
    const session = this.#session;
    return session?.lifetime === this.#play.lifetime ? session?.id : undefined;
  }

  #inSession(request: ReceivedRequest, response: ServerResponse): void {
    const play = this.#play;
    const hasSession = this.#knownSession !== undefined;
    const { method } = request;
    if (method === "POST") {
      if (hasSession && opens(request)) play.close();
      post(request, response, { play, replyTo: (one) => this.#replyTo(one, response) });
    } else if (method === "GET") {
      this.#listen(request, response);
    } else if (method === "DELETE" && hasSession) {
      play.close();
      response.writeHead(200).end();
    } else {
      plainReply(response, 405, "This endpoint takes GET and POST.", { allow: "GET, POST" });
    }
  }

  #replyTo(request: Request, response: ServerResponse): ServerStream {
    const stream = this.#stream(request);
    stream.attach(response);
    // The head of the answer to `initialize` names the session, which is not there yet.
    if (request.method !== "initialize") this.#prime(stream);
    return stream;
  }

  #listen({ headers }: ReceivedRequest, response: ServerResponse): void {
    const [, key = "", seen] = /^(.*)-(\d+)$/.exec(headers["last-event-id"] ?? "") ?? [];
    const broken = this.#play.streams.withKey(key);
    if (broken !== undefined) {
      broken.resume(response, Number(seen));
      return;
    }
    this.#play.open();
    const stream = this.#stream(undefined);
    stream.attach(response);
    stream.start();
    this.#prime(stream);
    this.#play.streams.add(stream);
  }

  #stream(request: Request | undefined): ServerStream {
    const { replies = "sse", resumable = false } = this.#options;
    this.#streams += 1;
    return new ServerStream({
      request,
      form: request === undefined ? "sse" : replies,
      key: resumable ? `s${this.#streams}` : undefined,
      head: (answer) => this.#head(request, answer),
    });
  }

  #head(request: Request | undefined, answer: JsonObject): ReplyHead {
    const status = errorStatus(answer, "legacy");
    const { session } = this.#options;
    const { lifetime } = this.#play;
    const begins = request?.method === "initialize" && "result" in answer;
    if (!begins || session === undefined || lifetime === undefined) return { status, headers: {} };
    const id = `${session}-${lifetime}`;
    this.#session = { id, lifetime };
    return { status, headers: { "mcp-session-id": id } };
  }

  #prime(stream: ServerStream): void {
    if (stream.key !== undefined) stream.prime(this.#options.retryMs);
  }
}

/** Whether a request begins a session. */
function opens({ method, message }: ReceivedRequest): boolean {
  return method === "POST" && message?.["method"] === "initialize";
}
