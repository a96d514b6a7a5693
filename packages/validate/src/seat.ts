import type { Worker } from "node:worker_threads";
import { excerpt } from "@x/wire";
import { Held } from "./held.js";
import type { Job, Reply } from "./job.js";
import type { Settings } from "./options.js";
import type { Prepared } from "./prepare.js";
import type { Verdict } from "./verdict.js";

/** One check that a worker is to make. */
export interface Task {
  readonly schema: Prepared;
  /** JSON text. */
  readonly value: string;
  readonly resolve: (verdict: Verdict) => void;
}

/** Who is told what becomes of a worker. */
export interface SeatOwner {
  /** A check has come to its end. */
  onDone(task: Task, verdict: Verdict): void;
  /** A check did not come to its end, and its worker is lost. */
  onLost(task: Task, verdict: Verdict): void;
  /** It has nothing to do: at the start, and after every verdict. */
  onFree(seat: Seat): void;
  /**
   * It is of no more use; if it was at something, that was told before. `gone` settles when nothing is
   * left of it; `unstarted` says why, where it never came to be free.
   */
  onOver(seat: Seat, gone: Promise<unknown>, unstarted: string | undefined): void;
}

type Told = Verdict & { readonly message: string };

/** How long a worker may take to begin. Only a machine in distress needs more. */
const START_MS = 30_000;

/**
 * One worker, from its start to its end, and the one check that it is at. A worker that does not finish in
 * time cannot be told to stop; it is ended.
 */
export class Seat {
  readonly #worker: Worker;
  readonly #settings: Settings;
  readonly #owner: SeatOwner;
  readonly #holds: Held;
  #state: "starting" | "free" | "busy" | "over" = "starting";
  #task: Task | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stage: "schema" | "value" = "schema";
  #compiled = 0;
  #busySince = Number.POSITIVE_INFINITY;

  constructor(worker: Worker, settings: Settings, owner: SeatOwner) {
    this.#worker = worker;
    this.#settings = settings;
    this.#owner = owner;
    this.#holds = new Held(settings.held);
    worker.on("message", (reply: Reply) => this.#read(reply));
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", () => this.end(unavailable("The worker ended.")));
    this.#arm(START_MS, unavailable("The worker did not start in time."));
  }

  get isStarting(): boolean {
    return this.#state === "starting";
  }

  get isFree(): boolean {
    return this.#state === "free";
  }

  /** When it began with the check that it is at, by `performance.now()`; `Infinity` where it is at none. */
  get busySince(): number {
    return this.#state === "busy" ? this.#busySince : Number.POSITIVE_INFINITY;
  }

  /** How many schemas the worker held when it last said so. */
  get compiled(): number {
    return this.#compiled;
  }

  holds(key: string): boolean {
    return this.#holds.has(key);
  }

  /** Begins a check. Only when it is free. Tells whether the schema has to be compiled for it. */
  run(task: Task): "compiles" | "holds" {
    const { key, text, dialect } = task.schema;
    const isNew = !this.#holds.has(key);
    const release = this.#holds.use(key, text.length);
    this.#task = task;
    this.#state = "busy";
    this.#busySince = performance.now();
    const job: Job = { key, release, value: task.value };
    this.#worker.ref();
    this.#worker.postMessage(isNew ? { ...job, schema: { text, dialect } } : job);
    if (isNew) this.#allow("schema", this.#settings.compileTimeoutMs);
    else this.#allow("value", this.#settings.timeoutMs);
    return isNew ? "compiles" : "holds";
  }

  /** Lets the process end while nothing is asked of the worker. */
  rest(): void {
    this.#worker.unref();
  }

  /** Ends the worker; what it is at gets this verdict. */
  end(verdict: Told): void {
    if (this.#state === "over") return;
    clearTimeout(this.#timer);
    const unstarted = this.#state === "starting" ? verdict.message : undefined;
    this.#state = "over";
    this.#compiled = 0;
    const task = this.#takeTask();
    if (task !== undefined) this.#owner.onLost(task, verdict);
    this.#owner.onOver(this, this.#worker.terminate(), unstarted);
  }

  #read(reply: Reply): void {
    if (this.#state === "over") return;
    if (reply.type === "compiled") {
      this.#allow("value", this.#settings.timeoutMs);
      return;
    }
    clearTimeout(this.#timer);
    this.#state = "free";
    if (reply.type === "done") {
      this.#compiled = reply.held;
      const task = this.#takeTask();
      if (task !== undefined) this.#owner.onDone(task, reply.verdict);
    }
    this.#owner.onFree(this);
  }

  #allow(of: "schema" | "value", timeoutMs: number): void {
    this.#stage = of;
    const what = of === "schema" ? "compiling the schema" : "checking the value";
    const message = `After ${timeoutMs} ms, ${what} was not over.`;
    this.#arm(timeoutMs, { verdict: "timed_out", of, timeoutMs, message });
  }

  #arm(ms: number, verdict: Told): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => {
      // If the host was busy itself, the answer may be there already: it is read before this is called.
      setImmediate(() => {
        if (this.#timer === timer && this.#state !== "free") this.end(verdict);
      });
    }, ms);
    this.#timer = timer;
  }

  #fail(error: unknown): void {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    if (code !== "ERR_WORKER_OUT_OF_MEMORY") {
      this.end(unavailable(`The worker failed: ${excerpt(String(message))}`));
      return;
    }
    const what = this.#stage === "schema" ? "Compiling the schema" : "Checking the value";
    const most = `${what} takes more memory than the ${this.#settings.memoryMb} MiB of a worker.`;
    this.end({ verdict: "too_complex", of: this.#stage, message: most });
  }

  #takeTask(): Task | undefined {
    const task = this.#task;
    this.#task = undefined;
    return task;
  }
}

/** The verdict where no worker could check. */
export function unavailable(message: string): Extract<Verdict, { verdict: "unavailable" }> {
  return { verdict: "unavailable", message };
}
