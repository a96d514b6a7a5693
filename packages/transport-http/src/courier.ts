import type { Cancel, Challenge } from "@x/connection";
import { parseChallenges } from "./challenges.js";
import { redirectTarget } from "./endpoint.js";
import type { Headers } from "./message-headers.js";
import type { HttpHeader, HttpRequest, HttpSink, Send } from "./send.js";

/** What a server that wants authorization said. */
export interface AuthorizationDemand {
  readonly status: 401 | 403;
  /** The endpoint that was asked. */
  readonly url: string;
  /** Of `WWW-Authenticate`, in the order received. */
  readonly challenges: readonly Challenge[];
}

/**
 * Gives the headers with which to ask again, or `undefined` where there are none to be had: the refusal
 * is then the outcome. They are kept for the requests that follow, and never leave the endpoint's origin.
 * Requests that are refused meanwhile wait for the same answer.
 */
export type Authorize = (demand: AuthorizationDemand) => Promise<Headers | undefined>;

/** What a {@link Courier} needs. */
export interface CourierOptions {
  readonly url: string;
  /** The operator's own headers, checked. */
  readonly headers: Headers;
  readonly authorize: Authorize | undefined;
  readonly send: Send;
}

/** One request as the courier takes it; `url` where it is not for the endpoint itself. */
export interface Delivery extends Omit<HttpRequest, "url"> {
  readonly url?: string;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 307, 308];
const PERMANENT: readonly number[] = [301, 308];

/**
 * Takes requests to one endpoint: with the operator's headers, through redirects within its origin, and
 * once more with new headers where it asks for authorization.
 *
 * A redirect keeps method and body, whatever its number; one to another origin, a `303` and the sixth in
 * a row are handed on as they are.
 */
export class Courier {
  readonly #options: CourierOptions;
  #url: string;
  #authorization: Headers | undefined;
  #authorizing: Promise<Headers | undefined> | undefined;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#url = options.url;
  }

  send(delivery: Delivery, sink: HttpSink): Cancel {
    return new Errand(this, delivery, sink).begin();
  }

  get authorization(): Headers | undefined {
    return this.#authorization;
  }

  /** Only for errands. */
  dispatch(url: string, delivery: Delivery, sink: HttpSink): Cancel {
    const { headers, send } = this.#options;
    const { method, body } = delivery;
    return send(
      {
        method,
        url,
        headers: { ...headers, ...this.#authorization, ...delivery.headers },
        ...(body === undefined ? {} : { body }),
      },
      sink,
    );
  }

  urlOf(delivery: Delivery): string {
    return delivery.url ?? this.#url;
  }

  /** The endpoint has moved for good. */
  moved(from: string, to: string): void {
    if (this.#url === from) this.#url = to;
  }

  get authorizes(): boolean {
    return this.#options.authorize !== undefined;
  }

  /** New headers, asked for once however many requests wait for them. */
  authorize(demand: AuthorizationDemand): Promise<Headers | undefined> {
    this.#authorizing ??= this.#asked(demand).finally(() => {
      this.#authorizing = undefined;
    });
    return this.#authorizing;
  }

  async #asked(demand: AuthorizationDemand): Promise<Headers | undefined> {
    const headers = await this.#options.authorize?.(demand);
    if (headers !== undefined) this.#authorization = headers;
    return headers;
  }
}

interface KeptRefusal {
  readonly status: 401 | 403;
  readonly header: HttpHeader;
  readonly chunks: Uint8Array[];
}

/** One delivery, however often it has to be sent. */
class Errand implements HttpSink {
  readonly #courier: Courier;
  readonly #delivery: Delivery;
  readonly #sink: HttpSink;
  #url = "";
  #hops = 0;
  #asked = false;
  /** With which authorization it was sent last. */
  #sentWith: Headers | undefined;
  #cancel: Cancel = () => {};
  #over = false;
  /** A refusal whose body is kept until it is known whether it is the end. */
  #refusal: KeptRefusal | undefined;

  constructor(courier: Courier, delivery: Delivery, sink: HttpSink) {
    this.#courier = courier;
    this.#delivery = delivery;
    this.#sink = sink;
  }

  begin(): Cancel {
    this.#dispatch(this.#courier.urlOf(this.#delivery));
    return () => {
      this.#over = true;
      this.#cancel();
    };
  }

  head(status: number, header: HttpHeader): void {
    if (REDIRECTS.includes(status) && this.#redirected(status, header("location"))) return;
    if ((status === 401 || status === 403) && this.#courier.authorizes && !this.#asked) {
      this.#refusal = { status, header, chunks: [] };
      return;
    }
    this.#sink.head(status, header);
  }

  chunk(bytes: Uint8Array): void {
    if (this.#refusal === undefined) this.#sink.chunk(bytes);
    // One piece says enough, and a refusal without end is not to be kept.
    else if (this.#refusal.chunks.length === 0) this.#refusal.chunks.push(bytes);
  }

  end(): void {
    if (this.#refusal === undefined) this.#sink.end();
    else void this.#authorize(this.#refusal);
  }

  fail(failure: Parameters<HttpSink["fail"]>[0]): void {
    this.#refusal = undefined;
    this.#sink.fail(failure);
  }

  #dispatch(url: string): void {
    this.#url = url;
    this.#sentWith = this.#courier.authorization;
    this.#cancel = this.#courier.dispatch(url, this.#delivery, this);
  }

  #redirected(status: number, location: string | undefined): boolean {
    const target = redirectTarget(this.#url, location);
    if (target === undefined || this.#hops === MAX_REDIRECTS) return false;
    this.#hops += 1;
    if (PERMANENT.includes(status)) this.#courier.moved(this.#url, target);
    this.#cancel();
    this.#dispatch(target);
    return true;
  }

  async #authorize(refusal: KeptRefusal): Promise<void> {
    const { status, header, chunks } = refusal;
    this.#asked = true;
    const demand = {
      status,
      url: this.#url,
      challenges: parseChallenges(header("www-authenticate")),
    };
    try {
      const known = this.#courier.authorization;
      // Somebody else was refused before, and has new headers by now.
      const headers = known !== this.#sentWith ? known : await this.#courier.authorize(demand);
      if (this.#over) return;
      this.#refusal = undefined;
      if (headers !== undefined) {
        this.#dispatch(this.#url);
        return;
      }
      this.#sink.head(status, header);
      for (const chunk of chunks) this.#sink.chunk(chunk);
      this.#sink.end();
    } catch (error) {
      if (this.#over) return;
      const why = error instanceof Error ? error.message : String(error);
      this.#sink.fail({
        phase: "connect",
        code: "AUTHORIZE_FAILED",
        message: `The endpoint asks for authorization (HTTP ${status}), and getting it failed: ${why}`,
      });
    }
  }
}
