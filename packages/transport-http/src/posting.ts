import type { Cancel, Clock, ExchangeOutcome } from "@x/connection";
import { Body } from "./body-text.js";
import type { Courier } from "./courier.js";
import type { Delivery } from "./errand.js";
import { REFUSAL_CHARACTERS, refusalOf, refusalText } from "./refusal.js";
import type { HttpFailure, HttpHeader, HttpSink } from "./send.js";

/** How long the reply to a notification or an answer of this side may take, with all its body. */
export const PATIENCE_MS = 30_000;

/** What became of a message: taken, not taken and why, or given up by this side. */
export type Posted =
  | { readonly type: "taken" | "stopped" }
  | { readonly type: "not_taken"; readonly message: string; readonly outcome: ExchangeOutcome };

/** Who posts. */
export interface PostingHost {
  readonly courier: Courier;
  readonly clock: Clock;
  /** How long its reply may take, with all its body, in milliseconds; `null` for no such limit. */
  readonly patienceMs: number | null;
  /** Whether a status, whatever its body says, is the end of the connection. */
  readonly ends: (status: number) => boolean;
  /** Called once. The rest of the reply may still be on its way then. */
  readonly onPosted: (posted: Posted) => void;
  /** Nothing of it is left; called once, unless it is stopped before. */
  readonly onOver?: () => void;
}

/** The POST of a message that has no answer of its own: taken with any status below 300, or not. */
export class Posting implements HttpSink {
  readonly #host: PostingHost;
  readonly #body = new Body(REFUSAL_CHARACTERS * 4);
  readonly #cancel: Cancel;
  readonly #stopTimer: Cancel | undefined;
  #status = 0;
  #header: HttpHeader = () => undefined;
  #told = false;

  constructor(delivery: Delivery, host: PostingHost) {
    this.#host = host;
    this.#cancel = host.courier.send(delivery, this);
    const { clock, patienceMs } = host;
    if (patienceMs !== null) {
      this.#stopTimer = clock.after(patienceMs, () => this.#giveUp(patienceMs));
    }
  }

  head(status: number, header: HttpHeader): void {
    if (this.#host.ends(status)) return;
    this.#status = status;
    this.#header = header;
    // What else such a reply says is of no interest.
    if (status < 300) this.#tell({ type: "taken" });
  }

  chunk(bytes: Uint8Array): void {
    if (this.#body.add(bytes)) return;
    this.#cancel();
    this.end();
  }

  end(): void {
    if (this.#told) {
      this.#over();
      return;
    }
    const { courier } = this.#host;
    const text = this.#body.excerpt(REFUSAL_CHARACTERS);
    const outcome = refusalOf(this.#status, this.#header, text, courier.redact);
    this.#finish({ type: "not_taken", message: refusalText(outcome), outcome });
  }

  fail({ phase, code, message }: HttpFailure): void {
    if (this.#status !== 0) {
      this.end();
      return;
    }
    const outcome: ExchangeOutcome =
      phase === "exchange"
        ? { type: "stream_ended", message }
        : { type: "unreachable", code, message };
    this.#finish({ type: "not_taken", message, outcome });
  }

  /** Nobody wants to know any more. */
  stop(): void {
    this.#stopTimer?.();
    this.#cancel();
    this.#tell({ type: "stopped" });
  }

  #giveUp(afterMs: number): void {
    this.#cancel();
    if (this.#status !== 0) {
      this.end();
      return;
    }
    const message = `The endpoint did not take the message within ${afterMs} ms.`;
    this.#finish({ type: "not_taken", message, outcome: { type: "stream_ended", message } });
  }

  #finish(posted: Posted): void {
    this.#over();
    this.#tell(posted);
  }

  #over(): void {
    this.#stopTimer?.();
    this.#host.onOver?.();
  }

  #tell(posted: Posted): void {
    if (this.#told) return;
    this.#told = true;
    this.#host.onPosted(posted);
  }
}
