import {
  type Cancel,
  type Channel,
  type Clock,
  type CloseReason,
  type Connection,
  type ExitStatus,
  type Multiplexed,
  multiplex,
} from "@x/connection";
import type { LineDecoder } from "@x/wire";
import { exitClause, exitMessage } from "./exit-message.js";
import { FrameWriter } from "./frame-writer.js";
import { type ProcessGroup, processGroup } from "./process-group.js";
import { type ShutdownStep, shutDown } from "./shutdown.js";
import type { RunningServer } from "./spawn-server.js";
import type { StderrLog } from "./stderr-log.js";

/** What supervises a child, beside the child. */
export interface SuperviseOptions {
  readonly clock: Clock;
  readonly decoder: LineDecoder;
  readonly stderr: StderrLog;
  readonly stdinMs: number;
  readonly termMs: number;
  readonly maxQueuedBytes: number;
  /** Called when no process of the group is left. */
  readonly onGone: (() => void) | undefined;
}

/** How long a server that hung up one of its pipes may take to exit, so that its exit is the reason. */
const HANG_UP_MS = 250;
/** How much a server may still say while it is being closed: enough for a late answer. */
const LAST_WORDS_BYTES = 1024 * 1024;
/** How long pipes may stay open after the exit. */
const DRAIN_MS = 100;

/** The connection to a running child: lives as long as the child, and ends with its whole group. */
export function supervise(server: RunningServer, options: SuperviseOptions): Connection {
  return new ChildChannel(server, options).connection;
}

class ChildChannel implements Channel {
  readonly #child: RunningServer["child"];
  readonly #clock: Clock;
  readonly #stderr: StderrLog;
  readonly #writer: FrameWriter;
  readonly #group: ProcessGroup;
  readonly #multiplexed: Multiplexed;
  readonly #exited: Promise<void>;
  readonly #pipesClosed: Promise<void>;
  readonly #terminate: readonly ShutdownStep[];
  readonly #stop: readonly ShutdownStep[];
  readonly #onGone: (() => void) | undefined;
  #exitCode: number | null = null;
  #signal: string | null = null;
  /** Set as soon as it is decided why this ends; settles when no process is left. */
  #ending: Promise<CloseReason> | undefined;
  #cancelHangUp: Cancel | undefined;
  /** Whether anybody still wants what the server writes. */
  #listening = true;
  /** How much more of it. */
  #wantedBytes = Number.POSITIVE_INFINITY;

  constructor({ child, pid }: RunningServer, options: SuperviseOptions) {
    const { clock, decoder, stderr, stdinMs, termMs, maxQueuedBytes } = options;
    this.#child = child;
    this.#clock = clock;
    this.#stderr = stderr;
    this.#group = processGroup(pid);
    this.#terminate = [{ signal: "SIGTERM", waitMs: termMs }];
    this.#onGone = options.onGone;
    this.#stop = [{ waitMs: stdinMs }, ...this.#terminate];
    this.#writer = new FrameWriter(child.stdin, maxQueuedBytes, (cause) => {
      const message = `The server process closed its stdin, or does not read it, and went on running (${cause.message}).`;
      this.#hungUp({ type: "failed", message, cause });
    });
    this.#multiplexed = multiplex(this, { clock });
    this.#exited = new Promise((resolve) => {
      const exited = (exitCode: number | null, signal: string | null): void => {
        this.#exitCode = exitCode;
        this.#signal = signal;
        resolve();
        this.#writer.fail();
        this.#ending ??= this.#endAfterExit();
      };
      child.once("exit", exited);
      // On Windows a command that is not there shows as an error in place of the exit.
      child.on("error", () => {
        if (child.exitCode !== null) exited(child.exitCode, null);
      });
    });
    this.#pipesClosed = new Promise((resolve) => child.once("close", () => resolve()));
    this.#readPipes(decoder);
  }

  get connection(): Connection {
    return this.#multiplexed.connection;
  }

  send(frame: string, done?: (sent: boolean) => void): void {
    this.#writer.send(frame, done);
  }

  close(): Promise<CloseReason> {
    this.#ending ??= this.#closeHere();
    return this.#ending;
  }

  #readPipes(decoder: LineDecoder): void {
    const { stdout, stderr } = this.#child;
    // A chunk in which no frame ends is passed on too: it is a sign of life.
    stdout.on("data", (chunk: Buffer) => {
      this.#wantedBytes -= chunk.length;
      if (this.#wantedBytes < 0) this.#listening = false;
      if (this.#listening) this.#multiplexed.received(decoder.push(chunk));
    });
    stdout.on("end", () => {
      if (this.#listening) this.#multiplexed.received(decoder.end());
      const message = "The server process closed its stdout and went on running.";
      this.#hungUp({ type: "ended", message });
    });
    stdout.on("error", (cause) => {
      const message = `The stdout of the server process cannot be read (${cause.message}).`;
      this.#hungUp({ type: "failed", message, cause });
    });
    stderr.on("data", (chunk: Buffer) => this.#stderr.write(chunk));
    stderr.on("end", () => this.#stderr.end());
    // A log that breaks off is not worth a connection.
    stderr.on("error", () => this.#stderr.end());
  }

  /** One pipe is gone. Most often the exit follows at once, and is the better reason. */
  #hungUp(reason: CloseReason): void {
    if (this.#ending !== undefined || this.#cancelHangUp !== undefined) return;
    this.#cancelHangUp = this.#clock.after(HANG_UP_MS, () => {
      this.#ending ??= this.#giveUp(reason);
    });
  }

  /** The child ended by itself. */
  async #endAfterExit(): Promise<CloseReason> {
    this.#cancelHangUp?.();
    await this.#drained();
    const exit = this.#exitStatus();
    const reason: CloseReason = { type: "exited", message: exitMessage(exit), exit };
    this.#over(reason);
    // What it left behind must not be there when the server is started again.
    if (this.#group.lives()) await this.#shutDown(this.#terminate);
    this.#release();
    return reason;
  }

  /** The child runs, but nothing can be said to it or heard from it any more. */
  async #giveUp(reason: CloseReason): Promise<CloseReason> {
    this.#over(reason);
    this.#writer.end();
    await this.#shutDown(this.#stop);
    this.#release();
    return reason;
  }

  async #closeHere(): Promise<CloseReason> {
    this.#cancelHangUp?.();
    this.#wantedBytes = LAST_WORDS_BYTES;
    this.#writer.end();
    const isGone = await this.#shutDown(this.#stop);
    await this.#drained();
    const exit = this.#exitStatus();
    this.#listening = false;
    this.#release();
    const rest = isGone ? "" : "; processes of its group could not be ended";
    const message = `This side closed the connection; the server process ${exitClause(exit)}${rest}.`;
    return { type: "local", message, exit };
  }

  #over(reason: CloseReason): void {
    this.#listening = false;
    this.#multiplexed.ended(reason);
  }

  #shutDown(steps: readonly ShutdownStep[]): Promise<boolean> {
    return shutDown(steps, { group: this.#group, exited: this.#exited, clock: this.#clock });
  }

  /**
   * Settles when what the child had written has been read: with the end of its pipes, or, where
   * something else holds them open, after a moment.
   */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      // Not the host's clock: this is the time that this machine takes to hand over what is in a
      // pipe. Should the event loop have been late, one more turn after the timer still reads.
      const timer = setTimeout(() => setImmediate(resolve), DRAIN_MS);
      void this.#pipesClosed.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #exitStatus(): ExitStatus {
    this.#stderr.end();
    return { exitCode: this.#exitCode, signal: this.#signal, stderr: this.#stderr.lastLines() };
  }

  /**
   * Lets go of the pipes, which an escaped process may hold, so that they do not keep the host, and of what
   * is kept for as long as the group lives.
   */
  #release(): void {
    if (this.#onGone !== undefined && !this.#group.lives()) this.#onGone();
    this.#writer.fail();
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#child.unref();
  }
}
