import type { Cancel } from "@x/connection";

/** One HTTP request. */
export interface HttpRequest {
  readonly method: "POST" | "GET" | "DELETE";
  readonly url: string;
  /** Names in lower case; values are checked. */
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/** A header of a reply, by its name in lower case; several of one name are joined by `, `. */
export type HttpHeader = (name: string) => string | undefined;

/**
 * Why a reply did not come, or not to its end. `code` is the platform's own where there is one, such as
 * `ECONNREFUSED`; `message` is a sentence that can be shown, with nothing of headers or body in it.
 */
export interface HttpFailure {
  /** `connect` and `tls`: nothing was sent. `exchange`: the request may have been received. */
  readonly phase: "connect" | "tls" | "exchange";
  readonly code: string;
  readonly message: string;
}

/**
 * Where a reply goes: `head` once, `chunk` as often as bytes come, then `end`; or `fail` once, at any
 * point, and nothing after it. A chunk belongs to the sink.
 */
export interface HttpSink {
  head(status: number, header: HttpHeader): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  fail(failure: HttpFailure): void;
}

/**
 * Sends one HTTP request and hands its reply to a sink, piece by piece as it comes.
 *
 * What a back end owes: it never throws and never calls the sink before it has returned; it follows no
 * redirect, adds no credentials, keeps no cookie, decodes no error away, and has no time-out for a quiet
 * body; requests do not wait for each other. {@link Cancel} ends the exchange on the network, after
 * which the sink hears nothing more.
 */
export interface Send {
  (request: HttpRequest, sink: HttpSink): Cancel;
  /** Lets go of connections that were kept for later requests. */
  close?(): void;
}
