import type { Clock } from "@x/connection";
import type { Incoming } from "@x/wire";
import { expectedWithRealIds } from "./bound-ids.js";
import { fits } from "./fits.js";
import { bind, type OpenStep, openSteps, type PlayOrder, type Thread, thread } from "./thread.js";
import type { Lifetime, StandingAnswer, Step } from "./transcript.js";
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

/** What a message of the client is for. */
type Place =
  | ({ readonly type: "step"; readonly thread: Thread } & OpenStep)
  | { readonly type: "standing"; readonly answer: StandingAnswer };

/** Plays the server's part of one lifetime. */
export class Player {
  readonly #name: string;
  readonly #lifetime: Lifetime;
  readonly #effects: PlayerEffects;
  readonly #order: PlayOrder;
  readonly #main: Thread;
  readonly #threads = new Set<Thread>();
  readonly #unread: Incoming[] = [];
  #over = false;

  constructor(
    name: string,
    lifetime: Lifetime,
    effects: PlayerEffects,
    order: PlayOrder = "as_written",
  ) {
    this.#name = name;
    this.#lifetime = lifetime;
    this.#effects = effects;
    this.#order = order;
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

  /** Whether a message would be expected or answered now. */
  accepts(sent: Incoming): boolean {
    return this.#placeFor(sent) !== undefined;
  }

  /** Whether a `>` is still to come, anywhere. */
  get awaits(): boolean {
    return this.#openSteps().length > 0;
  }

  /** Whether the lifetime stands at its `-`. */
  get closes(): boolean {
    return this.#main.steps[this.#main.at]?.type === "closed";
  }

  #read(sent: Incoming): void {
    const place = this.#placeFor(sent);
    if (place === undefined) {
      this.#deviate(sent);
    } else if (place.type === "step") {
      const { thread: one, step, index } = place;
      bind(one.bound, step.message, sent);
      one.came.add(index);
      if (one.cancelWait === undefined) this.#run(one);
    } else {
      const { steps, message } = place.answer;
      const answer = thread(steps, new Map(this.#main.bound));
      bind(answer.bound, message, sent);
      this.#threads.add(answer);
      this.#run(answer);
    }
  }

  #placeFor(sent: Incoming): Place | undefined {
    for (const open of this.#openSteps()) {
      if (fits(expectedWithRealIds(open.step.message, open.thread.bound), sent)) return open;
    }
    const { bound } = this.#main;
    const answer = this.#lifetime.standing.find(({ message }) =>
      fits(expectedWithRealIds(message, bound), sent),
    );
    return answer === undefined ? undefined : { type: "standing", answer };
  }

  #openSteps(): readonly Extract<Place, { readonly type: "step" }>[] {
    return [...this.#threads].flatMap((one) =>
      openSteps(one, this.#order).map((open) => ({ type: "step" as const, thread: one, ...open })),
    );
  }

  #run(one: Thread): void {
    while (!this.#over) {
      const step = one.steps[one.at];
      if (step === undefined || step.type === "closed") {
        this.#threads.delete(one);
        return;
      }
      if (step.type === "await" && !one.came.delete(one.at)) return;
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
    const wanted = this.#openSteps().map(
      ({ step }) => `${JSON.stringify(step.message)} (line ${step.line})`,
    );
    const expected = wanted.length === 0 ? "nothing more" : wanted.join(" or ");
    this.#effects.deviated(`${this.#name} expects ${expected}; the client sent ${sent.text}`);
  }
}
