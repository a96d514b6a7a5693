import type { Cancel } from "@x/connection";
import type { Authorization } from "./authorization.js";
import { type Delivery, Errand, type ErrandHost } from "./errand.js";
import type { Redact } from "./refusal.js";
import type { HttpSink, Send } from "./send.js";

/** What a {@link Courier} needs. */
export interface CourierOptions {
  readonly url: string;
  /** Outlives this courier: what it was given once, it need not ask for again. */
  readonly authorization: Authorization;
  readonly send: Send;
}

/**
 * Takes requests to one endpoint: with the operator's headers, through redirects within its origin, and
 * once more with new headers where it asks for authorization.
 *
 * A redirect keeps method and body, whatever its number; one to another origin, a `303` and the sixth in
 * a row are handed on as they are.
 */
export class Courier {
  /** Takes out of a text that came from the server what it was sent of secrets. */
  readonly redact: Redact;
  readonly #send: Send;
  readonly #authorization: Authorization;
  readonly #host: ErrandHost;
  #url: string;

  constructor({ url, authorization, send }: CourierOptions) {
    this.#send = send;
    this.#url = url;
    this.#authorization = authorization;
    this.redact = (text) => authorization.redact(text);
    this.#host = {
      authorization,
      dispatch: (to, delivery, sink) => this.#dispatch(to, delivery, sink),
      moved: (from, to) => {
        if (this.#url === from) this.#url = to;
      },
    };
  }

  send(delivery: Delivery, sink: HttpSink): Cancel {
    return new Errand(this.#host, delivery, sink, delivery.url ?? this.#url).begin();
  }

  #dispatch(url: string, { method, headers, body }: Delivery, sink: HttpSink): Cancel {
    return this.#send(
      {
        method,
        url,
        headers: { ...this.#authorization.headers, ...headers },
        ...(body === undefined ? {} : { body }),
      },
      sink,
    );
  }
}
