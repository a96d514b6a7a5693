import {
  type Channel,
  type Era,
  type ExchangeOutcome,
  type Multiplexed,
  multiplex,
  type Transport,
} from "@x/connection";
import { decodeFrame, type Incoming, type Message, type RequestId } from "@x/wire";

/** The least that can be called a transport over HTTP: enough to be held to the contract, and no more. */
export function plainHttpTransport(url: string, maxFrameBytes: number): Transport {
  return {
    binding: { type: "http", url },
    open: async ({ clock, signal }) => {
      if (signal?.aborted) {
        const message = "Opening was aborted.";
        return { type: "open_failure", phase: "aborted", code: "ABORT_ERR", message };
      }
      const channel = new PlainChannel(url, maxFrameBytes);
      const mux = multiplex(channel, { clock });
      channel.mux = mux;
      return mux.connection;
    },
  };
}

type Done = (sent: boolean, problem?: string) => void;

class PlainChannel implements Channel {
  mux: Multiplexed | undefined;
  readonly #url: string;
  readonly #maxFrameBytes: number;
  readonly #streams = new Map<RequestId | undefined, AbortController>();
  readonly #under = new Set<Promise<void>>();
  #era: Era["era"] | undefined;

  constructor(url: string, maxFrameBytes: number) {
    this.#url = url;
    this.#maxFrameBytes = maxFrameBytes;
  }

  send(frame: string, done: Done | undefined, message: Message): void {
    const isRequest = "id" in message && "method" in message;
    const run = isRequest ? this.#ask(frame, message.id) : this.#tell(frame, done);
    this.#under.add(run);
    void run.finally(() => this.#under.delete(run));
  }

  settled({ era }: Era): void {
    this.#era = era;
    if (era === "legacy") this.#under.add(this.#listen());
  }

  abandon(id: RequestId): boolean {
    if (this.#era === "legacy") return false;
    this.#streams.get(id)?.abort();
    return true;
  }

  async close() {
    for (const controller of this.#streams.values()) controller.abort();
    await Promise.all(this.#under);
    return { type: "local", message: "Closed." } as const;
  }

  async #tell(body: string, done: Done | undefined): Promise<void> {
    const reply = await fetch(this.#url, { method: "POST", body });
    done?.(reply.ok, reply.ok ? undefined : await reply.text());
  }

  async #listen(): Promise<void> {
    await this.#exchange(undefined, { headers: { accept: "text/event-stream" } }, () => {});
  }

  async #ask(body: string, id: RequestId): Promise<void> {
    const settle = (outcome: ExchangeOutcome): void => this.mux?.settle(id, outcome);
    await this.#exchange(id, { method: "POST", body }, settle);
  }

  async #exchange(
    id: RequestId | undefined,
    init: RequestInit,
    settle: (outcome: ExchangeOutcome) => void,
  ): Promise<void> {
    const controller = new AbortController();
    this.#streams.set(id, controller);
    let reply: Response | undefined;
    try {
      reply = await fetch(this.#url, { ...init, signal: controller.signal });
      const isStream = reply.headers.get("content-type") === "text/event-stream";
      if (isStream) await this.#read(reply, id);
      else this.#receive([await reply.text()], id);
      settle({ type: "stream_ended", message: "No answer came." });
    } catch (error) {
      const refused = String(error instanceof Error ? error.cause : error).includes("ECONNREFUSED");
      if (refused) settle({ type: "unreachable", code: "ECONNREFUSED", message: String(error) });
      else settle({ type: "stream_ended", message: String(error) });
    } finally {
      this.#streams.delete(id);
    }
  }

  async #read({ body }: Response, id: RequestId | undefined): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body ?? []) {
      const events = (text + decoder.decode(chunk, { stream: true })).split("\n\n");
      text = events.pop() ?? "";
      const data = events.map((event) => event.replace(/^(?:.*\n)*?data: /, ""));
      this.#receive(data, id);
    }
  }

  #receive(texts: readonly string[], id: RequestId | undefined): void {
    const frames = texts.flatMap((text) => this.#frame(text, id) ?? []);
    this.mux?.received(frames, id);
  }

  #frame(text: string, id: RequestId | undefined): Incoming | undefined {
    const [limitBytes, sizeBytes] = [this.#maxFrameBytes, text.length];
    if (sizeBytes <= limitBytes) return decodeFrame(text);
    return {
      type: "too_large",
      limitBytes,
      sizeBytes,
      text: "",
      ...(id === undefined ? {} : { id }),
    };
  }
}
