import type { Cancel } from "@x/connection";
import type { Authorization } from "./authorization.js";
import { parseChallenges } from "./challenges.js";
import { redirectTarget } from "./endpoint.js";
import { KeptReply } from "./kept-reply.js";
import type { HttpFailure, HttpHeader, HttpRequest, HttpSink } from "./send.js";

/** One request as the courier takes it; `url` where it is not for the endpoint itself. */
export interface Delivery extends Omit<HttpRequest, "url"> {
  readonly url?: string;
  /** Somebody is asked for new headers for its sake, until the given function is called. */
  readonly onAsking?: () => Cancel;
}

/** What an {@link Errand} needs of its courier. */
export interface ErrandHost {
  readonly authorization: Authorization;
  readonly dispatch: (url: string, delivery: Delivery, sink: HttpSink) => Cancel;
  /** A place has moved for good. */
  readonly moved: (from: string, to: string) => void;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 307, 308];
const PERMANENT: readonly number[] = [301, 308];

/** One delivery, however often it has to be sent. */
export class Errand implements HttpSink {
  readonly #host: ErrandHost;
  readonly #delivery: Delivery;
  readonly #sink: HttpSink;
  #url: string;
  #hops = 0;
  /** How many answers of {@link Authorization} there had been when it was sent last. */
  #sentAt = 0;
  #mayAsk: boolean;
  #cancel: Cancel = () => {};
  #over = false;
  /** A refusal that is the reply unless there are new headers. */
  #refusal: KeptReply | undefined;

  constructor(host: ErrandHost, delivery: Delivery, sink: HttpSink, url: string) {
    this.#host = host;
    this.#delivery = delivery;
    this.#sink = sink;
    this.#url = url;
    // Nobody is to be asked for the sake of a goodbye.
    this.#mayAsk = host.authorization.canAsk && delivery.method !== "DELETE";
  }

  begin(): Cancel {
    this.#dispatch(this.#url);
    return () => {
      this.#over = true;
      this.#cancel();
    };
  }

  head(status: number, header: HttpHeader): void {
    if (REDIRECTS.includes(status) && this.#redirected(status, header("location"))) return;
    if ((status === 401 || status === 403) && this.#mayAsk) {
      this.#mayAsk = false;
      this.#refusal = new KeptReply(status, header);
      void this.#authorize(status, this.#refusal);
      return;
    }
    this.#sink.head(status, header);
  }

  chunk(bytes: Uint8Array): void {
    const refusal = this.#refusal;
    if (refusal === undefined) {
      this.#sink.chunk(bytes);
    } else if (!refusal.chunk(bytes)) {
      this.#cancel();
      refusal.end();
    }
  }

  end(): void {
    if (this.#refusal === undefined) this.#sink.end();
    else this.#refusal.end();
  }

  fail(failure: HttpFailure): void {
    if (this.#refusal === undefined) this.#sink.fail(failure);
    else this.#refusal.end();
  }

  #dispatch(url: string): void {
    const { authorization, dispatch } = this.#host;
    this.#url = url;
    this.#sentAt = authorization.answers;
    this.#cancel = dispatch(url, this.#delivery, this);
  }

  #redirected(status: number, location: string | undefined): boolean {
    const target = redirectTarget(this.#url, location);
    if (target === undefined || this.#hops === MAX_REDIRECTS) return false;
    this.#hops += 1;
    // A GET that is sent elsewhere, to a page for people perhaps, says nothing of where to post.
    if (PERMANENT.includes(status) && this.#delivery.method === "POST")
      this.#host.moved(this.#url, target);
    this.#cancel();
    this.#dispatch(target);
    return true;
  }

  async #authorize(status: 401 | 403, refusal: KeptReply): Promise<void> {
    const { authorization } = this.#host;
    const challenges = parseChallenges(refusal.header("www-authenticate"));
    const demand = { status, url: this.#url, challenges };
    const asked = this.#delivery.onAsking?.();
    const answer = await authorization.ask(demand, this.#sentAt).then(
      (headers) => ({ headers }),
      (error: unknown) => ({ error }),
    );
    asked?.();
    if (this.#over) return;
    this.#refusal = undefined;
    if ("headers" in answer && answer.headers === undefined) {
      refusal.replay(this.#sink, () => !this.#over);
      return;
    }
    this.#cancel();
    if ("headers" in answer) {
      this.#dispatch(this.#url);
      return;
    }
    const { error } = answer;
    const why = authorization.redact(error instanceof Error ? error.message : String(error));
    this.#sink.fail({
      phase: "connect",
      code: "AUTHORIZE_FAILED",
      message: `The endpoint asks for authorization (HTTP ${status}), and getting it failed: ${why}`,
    });
  }
}
