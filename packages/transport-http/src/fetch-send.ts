import { httpFailure, type SendStage } from "./http-failure.js";
import type { HttpRequest, HttpSink, Send } from "./send.js";
import { sendTarget } from "./send-target.js";

/** What of a platform's `fetch` is used here; any platform's own fits. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchReply>;

/** What a {@link FetchLike} is given beside the URL. */
export interface FetchInit {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  readonly redirect: "manual";
  /** The platform's own; opaque here. */
  readonly signal: never;
  readonly cache?: "no-store";
  readonly credentials?: "omit";
  readonly referrerPolicy?: "no-referrer";
}

/** What of a platform's `Response` is read here. */
export interface FetchReply {
  readonly type: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): FetchReader } | null;
}

/** What of a platform's reader is used here. */
export interface FetchReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

declare const fetch: FetchLike;
declare const AbortController: new () => { readonly signal: unknown; abort(): void };
declare const Headers: new (headers: HttpRequest["headers"]) => unknown;
declare const Request: { readonly prototype: object } | undefined;

/** What {@link fetchSend} may be given. */
export interface FetchSendOptions {
  /** Instead of the platform's own. */
  readonly fetch?: FetchLike;
}

/**
 * Sends over the platform's `fetch`: for browsers, workers, Deno and Bun.
 *
 * A browser hides redirects: one shows as a reply with status 307 that has no headers and no body. It also
 * hides why a request failed, and whether the server got it: where it tells nothing, the failure is one of
 * `connect`. On Node take another back end: its `fetch` ends a reply that is quiet for 300 seconds.
 */
export function fetchSend({ fetch: given }: FetchSendOptions = {}): Send {
  return (request, sink) => {
    const exchange = new FetchExchange(request, sink);
    exchange.begin(given ?? fetch);
    return () => exchange.cancel();
  };
}

/** One request and its reply. */
class FetchExchange {
  readonly #request: HttpRequest;
  readonly #sink: HttpSink;
  readonly #aborter = new AbortController();
  #over = false;

  constructor(request: HttpRequest, sink: HttpSink) {
    this.#request = request;
    this.#sink = sink;
  }

  begin(send: FetchLike): void {
    // Two handlers, not a chain: what a sink throws is not a failure of the exchange.
    void this.#ask(send).then(
      (reply) => this.#head(reply),
      (error) => this.#failed(areHeaders(this.#request.headers) ? error : NO_HEADERS, "unknown"),
    );
  }

  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#aborter.abort();
  }

  async #ask(send: FetchLike): Promise<FetchReply> {
    const { url, method, headers, body } = this.#request;
    const { origin, path } = sendTarget(url);
    return send(origin + path, {
      ...discreet(),
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: this.#aborter.signal as never,
    });
  }

  #head({ type, status, headers, body }: FetchReply): void {
    if (this.#over) return;
    if (type === "opaqueredirect") this.#sink.head(307, () => undefined);
    else this.#sink.head(status, (name) => headers.get(name) ?? undefined);
    if (body === null) this.#end();
    else if (!this.#over) this.#read(body.getReader());
  }

  #read(reader: FetchReader): void {
    void reader.read().then(
      ({ done, value }) => {
        if (this.#over) return;
        if (value !== undefined) this.#sink.chunk(value);
        if (done) this.#end();
        else if (!this.#over) this.#read(reader);
      },
      (error) => this.#failed(error, "body"),
    );
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.end();
  }

  #failed(error: unknown, stage: SendStage): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.fail(httpFailure(error, { url: this.#request.url, stage }));
  }
}

/** A platform gives no code for it; this is Node's. */
const NO_HEADERS = { code: "ERR_INVALID_CHAR" };

function areHeaders(headers: HttpRequest["headers"]): boolean {
  try {
    return new Headers(headers) !== undefined;
  } catch {
    return false;
  }
}

/** Without what a browser would add of its own; some platforms throw at an option that they do not have. */
function discreet(): Pick<FetchInit, "cache" | "credentials" | "referrerPolicy"> {
  const known = typeof Request === "undefined" ? {} : Request.prototype;
  return {
    ...("cache" in known ? { cache: "no-store" } : {}),
    ...("credentials" in known ? { credentials: "omit" } : {}),
    ...("referrerPolicy" in known ? { referrerPolicy: "no-referrer" } : {}),
  };
}
