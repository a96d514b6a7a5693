import type { Writable } from "node:stream";

type Done = (sent: boolean) => void;

/**
 * Writes frames to a pipe, all of one turn of the event loop at once.
 *
 * Frames keep their order. A frame's `done` is called once: `true` when the platform has taken the
 * bytes, `false` when it never will. A broken pipe is a call of `onBroken`, never an uncaught error.
 */
export class FrameWriter {
  readonly #pipe: Writable;
  readonly #maxQueuedBytes: number;
  readonly #onBroken: (cause: Error) => void;
  #queue = "";
  #waiting: Done[] = [];
  #scheduled = false;
  #closed = false;

  constructor(pipe: Writable, maxQueuedBytes: number, onBroken: (cause: Error) => void) {
    this.#pipe = pipe;
    this.#maxQueuedBytes = maxQueuedBytes;
    this.#onBroken = onBroken;
    pipe.on("error", (cause) => this.#break(cause));
  }

  send(frame: string, done?: Done): void {
    if (this.#closed) {
      done?.(false);
      return;
    }
    // A string has at most three bytes for each of its units; most have one.
    if (this.#pipe.writableLength + this.#queue.length > this.#maxQueuedBytes) {
      done?.(false);
      this.#break(new Error(`it has left ${this.#pipe.writableLength} bytes unread`));
      return;
    }
    this.#queue += frame;
    if (done !== undefined) this.#waiting.push(done);
    if (this.#scheduled) return;
    this.#scheduled = true;
    // A tick runs after the microtasks of the turn: callers that go on with their next call as their
    // answers come in one chunk still share one write.
    process.nextTick(this.#flush);
  }

  /** Writes what is left and ends the pipe. */
  end(): void {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.#pipe.end();
  }

  /** Gives up what has not been written. What has been is settled by the pipe, when it is destroyed. */
  fail(): void {
    const dones = this.#waiting;
    this.#closed = true;
    this.#queue = "";
    this.#waiting = [];
    settle(dones, false);
  }

  #break(cause: Error): void {
    this.fail();
    this.#onBroken(cause);
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    if (this.#queue === "") return;
    const frames = this.#queue;
    const dones = this.#waiting;
    this.#queue = "";
    if (dones.length === 0) {
      this.#pipe.write(frames);
      return;
    }
    this.#waiting = [];
    this.#pipe.write(frames, (error) => settle(dones, !error));
  };
}

function settle(dones: readonly Done[], sent: boolean): void {
  for (const done of dones) done(sent);
}
