import { isJsonObject, type JsonObject } from "@x/wire";
import type { Settings } from "./options.js";
import { jsonText, type Prepared, prepare, tooComplex } from "./prepare.js";
import { isExcessive, Resting } from "./resting.js";
import { Seat, type SeatOwner, type Task, unavailable } from "./seat.js";
import { startWorker } from "./start-worker.js";
import type { Verdict } from "./verdict.js";
import type { Usage, WorkerValidator } from "./worker-validator.js";

const CLOSED = unavailable("The validator is closed.");

/** Workers, and the checks that wait for one. The driver of this package: all else decides or computes. */
export class Pool implements WorkerValidator, SeatOwner {
  readonly #settings: Settings;
  /** What is known of a schema goes with the object. */
  readonly #prepared = new WeakMap<object, Prepared | Verdict>();
  readonly #resting: Resting;
  readonly #seats = new Set<Seat>();
  readonly #ending = new Set<Promise<unknown>>();
  #waiting: Task[] = [];
  #compilations = 0;
  #isClosed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#resting = new Resting(settings.restMs);
  }

  async check(schema: JsonObject, value: unknown): Promise<Verdict> {
    if (this.#isClosed) return CLOSED;
    const prepared = this.#prepare(schema);
    if ("verdict" in prepared) return prepared;
    const rests = this.#resting.verdict(prepared.key, performance.now());
    if (rests !== undefined) return rests;
    const text = jsonText(value, "value");
    if (typeof text !== "string") return text;
    const most = this.#settings.maxValueCharacters;
    if (text.length > most) return tooComplex("value", `of more than ${most} characters`);
    return new Promise((resolve) => {
      this.#waiting.push({ schema: prepared, value: text, resolve });
      this.#assign();
    });
  }

  usage(): Usage {
    const seats = [...this.#seats];
    return {
      workers: seats.length,
      waiting: this.#waiting.length,
      schemas: seats.reduce((sum, { compiled }) => sum + compiled, 0),
      compilations: this.#compilations,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#giveUp(CLOSED);
    for (const seat of this.#seats) seat.end(CLOSED);
    await Promise.all(this.#ending);
  }

  onDone({ schema, resolve }: Task, verdict: Verdict): void {
    this.#resting.clear(schema.key);
    resolve(verdict);
  }

  onLost({ schema: { key }, resolve }: Task, verdict: Verdict): void {
    resolve(verdict);
    if (!isExcessive(verdict)) return;
    const now = performance.now();
    this.#resting.strike(key, verdict, now);
    const rests = this.#resting.verdict(key, now);
    if (rests !== undefined) this.#giveUp(rests, ({ schema }) => schema.key === key);
  }

  onFree(seat: Seat): void {
    seat.rest();
    this.#assign();
  }

  onOver(seat: Seat, gone: Promise<unknown>, unstarted: string | undefined): void {
    this.#seats.delete(seat);
    this.#ending.add(gone);
    void gone.then(() => this.#ending.delete(gone));
    if (unstarted === undefined) {
      this.#assign();
    } else if (this.#seats.size === 0) {
      // None starts: to try again for what waits would not end.
      this.#giveUp(unavailable(unstarted));
    }
  }

  /** @throws ValidateError `not_json`. */
  #prepare(schema: JsonObject): Prepared | Verdict {
    const known = this.#prepared.get(schema);
    if (known !== undefined) return known;
    const prepared = prepare(schema, this.#settings.schemaBounds);
    if (isJsonObject(schema)) this.#prepared.set(schema, prepared);
    return prepared;
  }

  /** Gives out what waits, in order, as far as there are workers for it. */
  #assign(): void {
    for (let task = this.#waiting[0]; task !== undefined; task = this.#waiting[0]) {
      const seat = this.#freeSeat(task.schema.key);
      if (seat === undefined) {
        this.#startSome();
        return;
      }
      this.#waiting.shift();
      if (seat.run(task) === "compiles") this.#compilations += 1;
    }
  }

  /** One that holds the schema, if there is one. */
  #freeSeat(key: string): Seat | undefined {
    const free = [...this.#seats].filter(({ isFree }) => isFree);
    return free.find((seat) => seat.holds(key)) ?? free[0];
  }

  /** As many workers as could take one of the waiting checks each. */
  #startSome(): void {
    let starting = [...this.#seats].filter(({ isStarting }) => isStarting).length;
    while (starting < this.#waiting.length && this.#seats.size < this.#settings.workers) {
      const worker = startWorker(this.#settings);
      if (typeof worker === "string") {
        if (this.#seats.size === 0) this.#giveUp(unavailable(worker));
        return;
      }
      this.#seats.add(new Seat(worker, this.#settings, this));
      starting += 1;
    }
  }

  /** Settles those that wait, or those of them that are asked for. */
  #giveUp(verdict: Verdict, which: (task: Task) => boolean = () => true): void {
    const given = this.#waiting.filter(which);
    this.#waiting = this.#waiting.filter((task) => !which(task));
    for (const { resolve } of given) resolve(verdict);
  }
}
