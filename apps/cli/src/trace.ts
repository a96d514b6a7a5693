import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock, CloseReason, TapEvent, Transport } from "@x/connection";
import { isJsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { withoutFormAnswers } from "./form-answers.js";
import { jsonText } from "./json-document.js";
import { inTurns } from "./redact-steps.js";
import type { Redaction } from "./redaction.js";
import { writeFlaw } from "./trace-file.js";
import { TRACE_FORMAT, TRACE_VERSION } from "./trace-format.js";
import { TraceQueue, type Waiting } from "./trace-queue.js";
import { VERSION } from "./version.js";

/** What a {@link Trace} is made with. */
export interface TraceOptions {
  /** As it was named. */
  readonly file: string;
  /** Open and empty; the trace closes it. */
  readonly handle: FileHandle;
  readonly command: string;
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Told once, where not all can be written. */
  readonly note: (text: string) => void;
}

/** Lines are written together up to about this many characters. */
const CHUNK = 65_536;

type Entry =
  | { readonly type: "header" }
  | { readonly type: "frame"; readonly where: Where; readonly event: TapEvent }
  | { readonly type: "closed"; readonly where: Where; readonly reason: CloseReason };

interface Where {
  readonly at: number;
  readonly server: string;
  /** Counts the connections of the server, from 1. */
  readonly connection: number;
}

/**
 * Writes what goes over the wire into a file, a line of JSON a frame, without the operator's secrets.
 *
 * Whoever hands a frame over never waits: it is read, redacted and written in later turns of the event
 * loop, a large one in many. Of what comes faster than that a bounded part waits, and the rest is counted in the file.
 */
export class Trace {
  readonly #options: TraceOptions;
  readonly #startedAt: number;
  readonly #queue = new TraceQueue<Entry>();
  readonly #connections = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #isBroken = false;

  constructor(options: TraceOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#add({ type: "header" }, 0);
  }

  /** Takes a frame as `onTap` of a client has it. */
  readonly frame = (server: string, event: TapEvent, connection: number): void => {
    const where = { at: this.#since(event.at), server, connection };
    this.#add({ type: "frame", where, event }, event.text.length);
  };

  /** The same transport, looked at: a client's tap does not see how a connection ends. */
  watch(server: string, transport: Transport): Transport {
    return {
      ...transport,
      open: async (options) => {
        const opened = await transport.open(options);
        if (opened.type !== "connection") return opened;
        // As a client counts them.
        const connection = (this.#connections.get(server) ?? 0) + 1;
        this.#connections.set(server, connection);
        void opened.closed.then((reason) => {
          const at = this.#since(this.#options.clock.now());
          this.#add({ type: "closed", where: { at, server, connection }, reason }, 0);
        });
        return opened;
      },
    };
  }

  /** Settles when all is in the file. Hand nothing over any more. */
  async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    await this.#options.handle.close().catch(() => {});
  }

  #since(at: number): number {
    return Math.round((at - this.#startedAt) * 10) / 10;
  }

  #add(entry: Entry, size: number): void {
    if (this.#isBroken) return;
    this.#queue.add(entry, size);
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    const { file, handle, note } = this.#options;
    try {
      for (;;) {
        await nextTurn();
        const taken = this.#queue.take(CHUNK);
        if (taken.length === 0) break;
        const lines: string[] = [];
        for (const one of taken) lines.push(`${await this.#line(one)}\n`);
        await handle.writeFile(lines.join(""));
      }
    } catch (cause) {
      this.#isBroken = true;
      this.#queue.take(Number.POSITIVE_INFINITY);
      note(`The trace in ${JSON.stringify(file)} is not whole: ${writeFlaw(cause)}.`);
    }
    // In this turn, so that what is handed over next is written again.
    this.#writing = undefined;
  }

  async #line(waiting: Waiting<Entry>): Promise<string> {
    if ("dropped" in waiting) return jsonText(waiting);
    const { entry } = waiting;
    switch (entry.type) {
      case "header": {
        const { command } = this.#options;
        return jsonText({
          format: TRACE_FORMAT,
          version: TRACE_VERSION,
          xMcpVersion: VERSION,
          command,
        });
      }
      case "frame":
        return this.#frameLine(entry.where, entry.event);
      case "closed": {
        const { type, message } = entry.reason;
        const exit = "exit" in entry.reason ? entry.reason.exit : undefined;
        return jsonText({
          ...entry.where,
          closed: type,
          message: this.#options.redaction.text(message),
          ...(exit === undefined ? {} : { exitCode: exit.exitCode, signal: exit.signal }),
        });
      }
    }
  }

  async #frameLine(where: Where, { direction, text }: TapEvent): Promise<string> {
    const { redaction } = this.#options;
    const bytes = Buffer.byteLength(text);
    const head = { ...where, direction, bytes };
    const message = parsed(text);
    try {
      if (message === undefined) {
        return jsonText({ ...head, text: await inTurns(redaction.textSteps(text), nextTurn) });
      }
      const shown = direction === "sent" ? unanswered(message) : message;
      return jsonText({ ...head, message: await inTurns(redaction.message(shown), nextTurn) });
    } catch (cause) {
      if (cause instanceof CliError) return jsonText({ dropped: 1 });
      throw cause;
    }
  }
}

function unanswered(message: unknown): unknown {
  return isJsonObject(message) ? withoutFormAnswers(message) : message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
