import type { Cancel, Clock } from "@x/connection";
import type { Incoming, JsonObject, RequestId } from "@x/wire";
import { expectedWithRealIds } from "./bound-ids.js";
import { fits } from "./fits.js";
import type { Lifetime, Step } from "./transcript.js";
import { frameText, plainText } from "./written-text.js";

/** What a player does to the outside. */
export interface PlayerEffects {
  readonly clock: Clock;
  write(text: string): void;
  pieces(bytes: number): void;
  log(text: string): void;
  /** Called at most once; nothing is done after it. */
  exit(code: number | undefined): void;
  /** The client sent what the transcript does not have. Called at most once; nothing is done after it. */
  deviated(sentence: string): void;
}

/** One run through steps: those of the lifetime, or those of a standing answer. */
interface Thread {
  readonly steps: readonly Step[];
  readonly bound: Map<RequestId, RequestId>;
  at: number;
  /** Messages that came for a `>` which this thread has yet to come to. */
  early: number;
  cancelWait: Cancel | undefined;
}

type Await = Extract<Step, { readonly type: "await" }>;

/** Plays the server's part of one lifetime. */
export class Player {
  readonly #name: string;
  readonly #lifetime: Lifetime;
  readonly #effects: PlayerEffects;
  readonly #main: Thread;
  readonly #threads = new Set<Thread>();
  readonly #unread: Incoming[] = [];
  #over = false;

  constructor(name: string, lifetime: Lifetime, effects: PlayerEffects) {
    this.#name = name;
    this.#lifetime = lifetime;
    this.#effects = effects;
    this.#main = thread(lifetime.steps, new Map());
  }

  start(): void {
    this.#threads.add(this.#main);
    this.#run(this.#main);
  }

  /** The client has written this. While the lifetime itself waits, it is not read. */
  received(sent: Incoming): void {
    if (this.#main.cancelWait !== undefined) this.#unread.push(sent);
    else if (!this.#over) this.#read(sent);
  }

  /** The client is gone: nothing is done any more. */
  stop(): void {
    this.#over = true;
    for (const { cancelWait } of this.#threads) cancelWait?.();
  }

  #read(sent: Incoming): void {
    for (const one of this.#threads) {
      const next = nextAwait(one);
      if (next === undefined || !fits(expectedWithRealIds(next.message, one.bound), sent)) continue;
      bind(one.bound, next.message, sent);
      one.early += 1;
      if (one.cancelWait === undefined) this.#run(one);
      return;
    }
    const { bound } = this.#main;
    const standing = this.#lifetime.standing.find(({ message }) =>
      fits(expectedWithRealIds(message, bound), sent),
    );
    if (standing === undefined) {
      this.#deviate(sent);
      return;
    }
    const answer = thread(standing.steps, new Map(bound));
    bind(answer.bound, standing.message, sent);
    this.#threads.add(answer);
    this.#run(answer);
  }

  #run(one: Thread): void {
    while (!this.#over) {
      const step = one.steps[one.at];
      if (step === undefined || step.type === "closed") {
        this.#threads.delete(one);
        return;
      }
      if (step.type === "await") {
        if (one.early === 0) return;
        one.early -= 1;
      }
      one.at += 1;
      if (step.type === "wait") {
        one.cancelWait = this.#effects.clock.after(step.ms, () => {
          one.cancelWait = undefined;
          this.#run(one);
          if (one === this.#main) for (const sent of this.#unread.splice(0)) this.received(sent);
        });
        return;
      }
      this.#act(step, one);
    }
  }

  #act(step: Step, { bound }: Thread): void {
    switch (step.type) {
      case "write":
        this.#effects.write(`${frameText(step.text, bound)}\n`);
        return;
      case "write_raw":
        this.#effects.write(plainText(step.text, bound));
        return;
      case "log":
        this.#effects.log(`${plainText(step.text, bound)}\n`);
        return;
      case "pieces":
        this.#effects.pieces(step.bytes);
        return;
      case "exit":
        this.stop();
        this.#effects.exit(step.code);
        return;
      case "await":
      case "wait":
      case "closed":
        return;
    }
  }

  #deviate(sent: Incoming): void {
    this.stop();
    const wanted = [...this.#threads].flatMap((one) => {
      const step = nextAwait(one);
      return step === undefined ? [] : [`${JSON.stringify(step.message)} (line ${step.line})`];
    });
    const expected = wanted.length === 0 ? "nothing more" : wanted.join(" or ");
    this.#effects.deviated(`${this.#name} expects ${expected}; the client sent ${sent.text}`);
  }
}

function thread(steps: readonly Step[], bound: Map<RequestId, RequestId>): Thread {
  return { steps, bound, at: 0, early: 0, cancelWait: undefined };
}

/** The first `>` ahead that no message has come for. */
function nextAwait({ steps, at, early }: Thread): Await | undefined {
  return steps.slice(at).filter((step) => step.type === "await")[early];
}

/** The id in the transcript stands for the real one from here on. */
function bind(bound: Map<RequestId, RequestId>, { id }: JsonObject, sent: Incoming): void {
  if (sent.type !== "request") return;
  if (typeof id === "string" || typeof id === "number") bound.set(id, sent.message.id);
}
