import { type Clock, clockFrom } from "@x/connection";
import { transcriptOf } from "../cases.js";
import { TestkitError } from "../testkit-error.js";
import type { Transcript } from "../transcript.js";
import { HttpListener } from "./http-listener.js";
import { HttpPlay } from "./http-play.js";
import type { HttpServer } from "./http-server.js";
import type { InsteadOf } from "./instead-of.js";
import { type LegacyHttp, legacyEndpoint } from "./legacy-endpoint.js";
import { modernEndpoint } from "./modern-endpoint.js";
import { plainReply } from "./post.js";
import type { HttpBehaviour } from "./received-request.js";
import type { ReplyForm } from "./server-stream.js";
import { MESSAGES_PATH, sseEndpoint } from "./sse-endpoint.js";
import { Streams } from "./streams.js";

/** Which binding of HTTP an endpoint has: 2026-07-28, 2025-03-26 to 2025-11-25, or 2024-11-05. */
export type HttpStyle =
  | { readonly style: "modern"; readonly replies?: ReplyForm }
  | ({ readonly style: "legacy" } & LegacyHttp)
  | { readonly style: "sse" };

/** How a transcript is played at an endpoint. */
export type ScriptedHttpOptions = HttpStyle & {
  /** What its delays run by. Default: the time. */
  readonly clock?: Clock;
  /** What is done with a request instead, before the transcript comes to see it. */
  readonly instead?: InsteadOf;
};

/** An endpoint that plays a transcript. */
export interface ScriptedHttpServer extends HttpServer {
  /** What reached the transcript, as its lines: `+`, `> …`, and how a lifetime ended, `!` or `-`. */
  readonly log: readonly string[];
  /** What the client sent that the transcript does not have, as sentences. */
  readonly deviations: readonly string[];
  /** Frames that found no stream to go on, or whose request the client had ended. */
  readonly undelivered: readonly string[];
  /** Breaks all replies and streams under way, as a proxy does that has had enough of them. */
  cut(): void;
}

/**
 * Plays a transcript, or the case with a name, as an MCP endpoint on 127.0.0.1.
 *
 * Requests that are under way at once come in no order, so `>` that follow one another may come in any.
 * After a message that the transcript does not have, every request is answered 500, with a sentence.
 *
 * @throws TestkitError `unknown_case`; `needs_process` for a transcript with traits.
 */
export async function scriptedHttpServer(
  source: Transcript | string,
  options: ScriptedHttpOptions = { style: "modern" },
): Promise<ScriptedHttpServer> {
  const transcript = transcriptOf(source);
  const { name, traits } = transcript;
  if (traits.length > 0) {
    throw new TestkitError(
      `${name} is ${traits.join(" and ")}, which only a process can be. Start it with fakeServer().`,
      { code: "needs_process" },
    );
  }
  const { clock = clockFrom(globalThis), instead } = options;
  const streams = new Streams(options.style === "modern" ? "reply" : "get");
  let endpoint: HttpBehaviour = notFound;
  const listener = await HttpListener.listen((request, response) => {
    const usual = isEndpoint(request.path) ? endpoint : notFound;
    const behaviour = instead?.(request) ?? usual;
    behaviour(request, response);
  });
  const play = new HttpPlay({
    transcript,
    clock,
    streams,
    reset: () => listener.reset(),
    vanish: () => listener.vanish(),
  });
  endpoint = endpointOf(play, options);
  return {
    url: `${listener.origin}${MCP_PATH}`,
    requests: listener.requests,
    log: play.log,
    deviations: play.deviations,
    get undelivered() {
      return streams.undelivered;
    },
    cut: () => streams.cut(),
    close: () => {
      play.stop();
      return listener.close();
    },
  };
}

const MCP_PATH = "/mcp";

function endpointOf(play: HttpPlay, options: HttpStyle): HttpBehaviour {
  switch (options.style) {
    case "modern":
      return modernEndpoint(play, options.replies ?? "sse");
    case "legacy":
      return legacyEndpoint(play, options);
    case "sse":
      return sseEndpoint(play);
  }
}

function isEndpoint(path: string): boolean {
  return [MCP_PATH, MESSAGES_PATH].includes(path.split("?")[0] ?? "");
}

const notFound: HttpBehaviour = (_request, response) => {
  plainReply(response, 404, "There is nothing here.");
};
