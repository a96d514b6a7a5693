import type { AbortSignalLike, ExchangeOptions, ExchangeOutcome } from "@x/connection";
import type { RequestId } from "@x/wire";

/** What goes to an official transport with one request, beside the message. */
export interface SdkSendOptions {
  readonly headers?: { readonly [name: string]: string };
  readonly requestSignal: AbortSignal;
  readonly onRequestStreamEnd: () => void;
}

/**
 * One request on its way through an official transport, which can end it in ways that the multiplexer
 * of a plain channel does not know.
 */
export class SdkCall {
  readonly id: RequestId;
  readonly sendOptions: SdkSendOptions;
  /** Whether the official transport was given the request. */
  sent = false;
  readonly #callerSignal: AbortSignalLike | undefined;
  readonly #onCallerAbort: () => void;
  readonly #ending = new AbortController();
  readonly #stream = new AbortController();
  #outcome: ExchangeOutcome | undefined;

  constructor(id: RequestId, { headers, signal }: ExchangeOptions) {
    this.id = id;
    this.#callerSignal = signal;
    this.#onCallerAbort = () => this.#ending.abort(signal?.reason);
    if (signal?.aborted) this.#onCallerAbort();
    signal?.addEventListener("abort", this.#onCallerAbort);
    const message = "The stream of this request ended without an answer.";
    this.sendOptions = {
      ...(headers === undefined ? {} : { headers }),
      requestSignal: this.#stream.signal,
      onRequestStreamEnd: () => this.end({ type: "stream_ended", message }),
    };
  }

  /** For the multiplexer: it stops waiting when this aborts. */
  get signal(): AbortSignalLike {
    return this.#ending.signal;
  }

  /** Ends the call with an outcome; does nothing where the multiplexer has one already. */
  end(outcome: ExchangeOutcome): void {
    this.#outcome ??= outcome;
    this.#ending.abort(this.#outcome);
  }

  /** Closes the stream that the official transport opened for this request alone. */
  closeStream(): void {
    this.#stream.abort();
  }

  /** The multiplexer is done with the call: the outcome, given what it saw. */
  over(seen: ExchangeOutcome): ExchangeOutcome {
    this.#callerSignal?.removeEventListener("abort", this.#onCallerAbort);
    const own = this.#outcome;
    return own !== undefined && seen.type === "aborted" && seen.reason === own ? own : seen;
  }
}
