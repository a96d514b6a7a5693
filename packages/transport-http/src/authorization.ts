import type { Challenge } from "@x/connection";
import { headersDigest } from "./headers-digest.js";
import type { Headers } from "./message-headers.js";
import { checkedHeaders, redactor } from "./operator-headers.js";
import type { Redact } from "./refusal.js";

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

/** What an {@link Authorization} begins with. */
export interface AuthorizationOptions {
  /** The endpoint, whose query may have a secret in it. */
  readonly url: string;
  /** The operator's own headers, checked. */
  readonly operator: Headers;
  readonly authorize: Authorize | undefined;
}

/** The headers that go with every request to an endpoint, and how it comes to new ones. */
export class Authorization {
  readonly #authorize: Authorize | undefined;
  readonly #operator: Headers;
  #headers: Headers;
  readonly #redactOperator: Redact;
  /** Takes out what was sent: the operator's headers, those in use, and those in use before. */
  #redactors: readonly Redact[];
  #answer: Promise<Headers | undefined> | undefined;
  #digest: { readonly of: Headers; readonly text: Promise<string> } | undefined;
  #asked = 0;
  #answered = 0;

  constructor({ url, operator, authorize }: AuthorizationOptions) {
    this.#operator = operator;
    this.#headers = operator;
    this.#authorize = authorize;
    this.#redactOperator = redactor({ ...queryOf(url), ...operator });
    this.#redactors = [this.#redactOperator];
  }

  /** In lower case, and checked. */
  get headers(): Headers {
    return this.#headers;
  }

  /** A digest of {@link headers}, made once for each time they change. */
  digest(): Promise<string> {
    if (this.#digest?.of !== this.#headers) {
      this.#digest = { of: this.#headers, text: headersDigest(this.#headers) };
    }
    return this.#digest.text;
  }

  /** Whether there is anybody to ask. */
  get canAsk(): boolean {
    return this.#authorize !== undefined;
  }

  /** How often it was answered. Belongs to a request that is sent now: see {@link ask}. */
  get answers(): number {
    return this.#answered;
  }

  /**
   * New headers, which are in use then, or none. Asked for once, however many requests wait for them: one
   * that was sent when there had been fewer answers than now gets the last of them.
   */
  ask(demand: AuthorizationDemand, sentAt: number): Promise<Headers | undefined> {
    const isAsking = this.#asked > this.#answered;
    if (this.#answer === undefined || (!isAsking && sentAt === this.#answered)) {
      this.#asked += 1;
      this.#answer = this.#ask(demand);
    }
    return this.#answer;
  }

  /** Takes out of a text what of these headers is secret. */
  redact(text: string): string {
    let redacted = text;
    for (const redact of this.#redactors) redacted = redact(redacted);
    return redacted;
  }

  async #ask(demand: AuthorizationDemand): Promise<Headers | undefined> {
    try {
      const given = await this.#authorize?.(demand);
      if (given === undefined) return undefined;
      const headers = checkedHeaders(given);
      this.#headers = { ...this.#operator, ...headers };
      const [, latest] = this.#redactors;
      const before = latest === undefined ? [] : [latest];
      this.#redactors = [this.#redactOperator, redactor(headers), ...before];
      return headers;
    } finally {
      this.#answered += 1;
    }
  }
}

/** The values of a URL's query, as if they were headers. */
function queryOf(url: string): Headers {
  return Object.fromEntries(
    [...new URL(url).searchParams].map(([name, value]) => [`query ${name}`, value] as const),
  );
}
