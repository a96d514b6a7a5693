import type { Cancel } from "@x/connection";
import { expect } from "vitest";
import type { HttpFailure, HttpHeader, HttpRequest, HttpSink, Send } from "../src/index.js";

/** Stands in every URL, header list and body, and must stand in no failure. */
export const SECRET = "s3cret";

/** What a sink can hear. */
export type Word = "head" | "chunk" | "end" | "fail";

/** Sends a request, a POST where nothing else is asked for, and gives what its sink hears. */
export function ask(
  send: Send,
  url: string,
  { cancelAt, ...request }: Partial<HttpRequest> & { readonly cancelAt?: Word } = {},
): Asked {
  const asked = new Asked(cancelAt);
  const cancel = send(
    {
      method: "POST",
      url,
      headers: { "content-type": "application/json", authorization: `Bearer ${SECRET}` },
      ...(request.method === undefined || request.method === "POST" ? { body: `"${SECRET}"` } : {}),
      ...request,
    },
    asked,
  );
  asked.sent(cancel);
  return asked;
}

/** A reply as far as it has come. */
export class Asked implements HttpSink {
  readonly heard: Word[] = [];
  readonly chunks: Uint8Array[] = [];
  status: number | undefined;
  header: HttpHeader = () => undefined;
  failure: HttpFailure | undefined;
  readonly #cancelAt: Word | undefined;
  #cancel: Cancel | undefined;
  #waiting: { readonly word: Word; readonly resolve: () => void }[] = [];

  constructor(cancelAt: Word | undefined) {
    this.#cancelAt = cancelAt;
  }

  sent(cancel: Cancel): void {
    expect(this.heard, "what the sink heard before send returned").toEqual([]);
    this.#cancel = cancel;
  }

  cancel(): void {
    this.#cancel?.();
  }

  text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  /** Settles when the sink has heard `word`, or something after which it cannot come any more. */
  until(word: Word): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ word, resolve });
      this.#tell();
    });
  }

  /** Settles at the end or at a failure. */
  async over(): Promise<void> {
    await this.until("end");
    if (this.failure === undefined) return;
    expect(JSON.stringify(this.failure)).not.toContain(SECRET);
    expect(this.failure.message).toMatch(/^[A-Z][^{}]*\.$/);
  }

  head(status: number, header: HttpHeader): void {
    this.status = status;
    this.header = header;
    this.#hear("head");
  }

  chunk(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.#hear("chunk");
  }

  end(): void {
    this.#hear("end");
  }

  fail(failure: HttpFailure): void {
    this.failure = failure;
    this.#hear("fail");
  }

  #hear(word: Word): void {
    this.heard.push(word);
    if (word === this.#cancelAt) this.cancel();
    this.#tell();
  }

  #tell(): void {
    const over = this.heard.includes("end") || this.heard.includes("fail");
    const due = this.#waiting.filter(({ word }) => over || this.heard.includes(word));
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }
}
