import type { Cancel, ExchangeOutcome } from "@x/connection";
import { Body } from "./body-text.js";
import type { Courier, Delivery } from "./courier.js";
import { REFUSAL_CHARACTERS, refusalOf, refusalText } from "./refusal.js";
import type { HttpFailure, HttpHeader, HttpSink } from "./send.js";

/** Why a message was not taken. `status` is there where the endpoint said so. */
export interface PostingProblem {
  readonly message: string;
  readonly status: number | undefined;
  readonly outcome: ExchangeOutcome;
}

/** Who posts. */
export interface PostingHost {
  readonly redact: (text: string) => string;
  /** Called once. */
  readonly onEnd: (problem: PostingProblem | undefined) => void;
}

/** The POST of a message that has no answer of its own: taken with any status below 300, or not. */
export class Posting implements HttpSink {
  readonly #host: PostingHost;
  readonly #body = new Body(REFUSAL_CHARACTERS * 4);
  readonly #cancel: Cancel;
  #status = 0;
  #header: HttpHeader = () => undefined;
  #over = false;

  constructor(courier: Courier, delivery: Delivery, host: PostingHost) {
    this.#host = host;
    this.#cancel = courier.send(delivery, this);
  }

  head(status: number, header: HttpHeader): void {
    this.#status = status;
    this.#header = header;
    // What else such a reply says is of no interest.
    if (status < 300) this.#finish(undefined);
  }

  chunk(bytes: Uint8Array): void {
    if (this.#body.add(bytes)) return;
    this.#cancel();
    this.end();
  }

  end(): void {
    if (this.#over) return;
    const text = this.#body.excerpt(REFUSAL_CHARACTERS);
    const outcome = refusalOf(this.#status, this.#header, text, this.#host.redact);
    this.#finish({ status: this.#status, message: refusalText(outcome), outcome });
  }

  fail({ phase, code, message }: HttpFailure): void {
    const outcome: ExchangeOutcome =
      phase === "exchange"
        ? { type: "stream_ended", message }
        : { type: "unreachable", code, message };
    this.#finish({ message, status: undefined, outcome });
  }

  stop(): void {
    this.#cancel();
    const message = "The connection was closed.";
    this.#finish({ message, status: undefined, outcome: { type: "stream_ended", message } });
  }

  #finish(problem: PostingProblem | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#host.onEnd(problem);
  }
}
