import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { joinedText } from "./joined-text.js";

/** A response, believed to be one. */
interface Response {
  readonly id: number;
  readonly result: unknown;
}

/** More than are ever in flight here; a power of two. */
const SLOTS = 1024;

/**
 * The fastest client that one would write by hand: frames of one turn in one write, a split, a parse
 * and a slot for each call. It checks nothing, has no deadline, and never learns that its server is
 * gone.
 */
export class BareConnection {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #meta: object;
  // Not a Map: once one that is added to and deleted from all the time has lived through a full
  // garbage collection, it keeps what was deleted alive until the next one, at twice the CPU a call.
  readonly #pending: (((result: unknown) => void) | undefined)[] = [];
  #lastId = 0;
  #queue = "";
  #pieces: Buffer[] = [];

  constructor(command: string, args: readonly string[], meta: object) {
    this.#meta = meta;
    this.#child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  request(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#queue === "") process.nextTick(this.#flush);
    this.#queue += `${JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: this.#meta } })}\n`;
    return new Promise((resolve) => {
      this.#pending[id % SLOTS] = resolve;
    });
  }

  close(): Promise<void> {
    const exited = new Promise<void>((resolve) => this.#child.once("close", () => resolve()));
    this.#child.stdin.end();
    return exited;
  }

  readonly #flush = (): void => {
    const frames = this.#queue;
    this.#queue = "";
    this.#child.stdin.write(frames);
  };

  #read(chunk: Buffer): void {
    const end = chunk.lastIndexOf(10);
    if (end === -1) {
      this.#pieces.push(chunk);
      return;
    }
    const lines = this.#take(chunk.subarray(0, end));
    if (end + 1 < chunk.length) this.#pieces.push(chunk.subarray(end + 1));
    for (const line of lines.split("\n")) {
      const { id, result } = JSON.parse(line) as Response;
      const resolve = this.#pending[id % SLOTS];
      this.#pending[id % SLOTS] = undefined;
      resolve?.(result);
    }
  }

  #take(last: Buffer): string {
    if (this.#pieces.length === 0) return last.toString();
    const pieces = this.#pieces;
    this.#pieces = [];
    pieces.push(last);
    return joinedText(pieces);
  }
}
