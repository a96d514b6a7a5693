import { isJsonObject, type JsonObject } from "@x/wire";
import type { Settings } from "./options.js";
import { jsonText, type Prepared, prepare, tooComplex } from "./prepare.js";
import { isExcessive, Resting } from "./resting.js";
import { Seat, type SeatOwner, type Task, unavailable } from "./seat.js";
import { startWorker } from "./start-worker.js";
import { Timely } from "./timely.js";
import type { CheckOptions } from "./validator.js";
import type { Verdict } from "./verdict.js";
import type { Usage, WorkerValidator } from "./worker-validator.js";

const CLOSED = unavailable("The validator is closed.");
const UNHEARD = unavailable("Nobody waits for this check any more.");

/** For how long all workers have to be at one check each before one more is started. */
const STUCK_MS = 100;

/**
 * Workers, and the checks that wait for one. The driver of this package: all else decides or computes.
 *
 * Checks that run away hold up those that wait behind them. Of a schema whose last check came to its end,
 * that cannot be expected: a spare worker takes its checks, and no others, once all workers are stuck.
 */
export class Pool implements WorkerValidator, SeatOwner {
  readonly #settings: Settings;
  /** What is known of a schema goes with the object. */
  readonly #prepared = new WeakMap<object, Prepared | Verdict>();
  readonly #resting: Resting;
  readonly #timely = new Timely();
  /** All but the spare one. */
  readonly #seats = new Set<Seat>();
  #spare: Seat | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  readonly #ending = new Set<Promise<unknown>>();
  #waiting: Task[] = [];
  #compilations = 0;
  #isClosed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#resting = new Resting(settings.restMs);
  }

  async check(schema: JsonObject, value: unknown, { signal }: CheckOptions = {}): Promise<Verdict> {
    if (this.#isClosed) return CLOSED;
    if (signal?.aborted) return UNHEARD;
    const prepared = this.#prepare(schema);
    if ("verdict" in prepared) return prepared;
    const rests = this.#resting.verdict(prepared.key, performance.now());
    if (rests !== undefined) return rests;
    const text = jsonText(value, "value");
    if (typeof text !== "string") return text;
    const most = this.#settings.maxValueCharacters;
    if (text.length > most) return tooComplex("value", `of more than ${most} characters`);
    return new Promise((settle) => {
      const stop = (): void => this.#giveUp(UNHEARD, (one) => one === task);
      const resolve = (verdict: Verdict): void => {
        signal?.removeEventListener("abort", stop);
        settle(verdict);
      };
      const task: Task = { schema: prepared, value: text, resolve };
      signal?.addEventListener("abort", stop);
      this.#waiting.push(task);
      this.#assign();
    });
  }

  usage(): Usage {
    const seats = this.#all();
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
    clearTimeout(this.#watch);
    for (const seat of this.#all()) seat.end(CLOSED);
    await Promise.all(this.#ending);
  }

  onDone({ schema, resolve }: Task, verdict: Verdict): void {
    this.#resting.clear(schema.key);
    this.#timely.add(schema.key);
    resolve(verdict);
  }

  onLost({ schema: { key }, resolve }: Task, verdict: Verdict): void {
    resolve(verdict);
    if (!isExcessive(verdict)) return;
    this.#timely.delete(key);
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
    if (this.#spare === seat) this.#spare = undefined;
    this.#ending.add(gone);
    void gone.then(() => this.#ending.delete(gone));
    if (unstarted === undefined) {
      this.#assign();
    } else if (this.#all().length === 0) {
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

  #all(): readonly Seat[] {
    return this.#spare === undefined ? [...this.#seats] : [...this.#seats, this.#spare];
  }

  /** Gives out what waits, in order, as far as there are workers for it. */
  #assign(): void {
    for (let task = this.#waiting[0]; task !== undefined; task = this.#waiting[0]) {
      const seat = this.#freeSeat(task.schema.key);
      if (seat === undefined) break;
      this.#waiting.shift();
      this.#run(seat, task);
    }
    if (this.#waiting.length === 0) return;
    this.#startSome();
    if (this.#spare === undefined) {
      this.#watchOut();
    } else if (this.#spare.isFree) {
      const task = this.#takeTimely();
      if (task !== undefined) this.#run(this.#spare, task);
    }
  }

  #run(seat: Seat, task: Task): void {
    if (seat.run(task) === "compiles") this.#compilations += 1;
  }

  #takeTimely(): Task | undefined {
    const at = this.#waiting.findIndex(({ schema }) => this.#timely.has(schema.key));
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /** Looks, once in a while, whether all workers are stuck while there is something for the spare one. */
  #watchOut(): void {
    if (this.#watch !== undefined || this.#seats.size < this.#settings.workers) return;
    if (!this.#waiting.some(({ schema }) => this.#timely.has(schema.key))) return;
    const look = (): void => {
      this.#watch = undefined;
      const now = performance.now();
      const areStuck = [...this.#seats].every(({ busySince }) => now - busySince >= STUCK_MS);
      if (areStuck && !this.#isClosed && this.#waiting.length > 0) {
        const worker = startWorker(this.#settings);
        // It is one more than was asked for: where there is none, things stay as they are.
        if (typeof worker !== "string") this.#spare ??= new Seat(worker, this.#settings, this);
      } else {
        this.#assign();
      }
    };
    // If the host was busy itself, verdicts may be there already: they are read before this is called.
    this.#watch = setTimeout(() => setImmediate(look), STUCK_MS);
    this.#watch.unref();
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
