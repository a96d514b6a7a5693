import type { RequestId } from "@x/wire";
import { frameTarget } from "./frame-target.js";
import type { ServerStream } from "./server-stream.js";

/** Where goes what a server says by itself: on a reply under way, or on the stream of a GET if there is one. */
export type Unasked = "reply" | "get";

/** The streams that a server has to its client, and which frame goes on which. */
export class Streams {
  /** Frames of which the client can never hear. */
  readonly lost: string[] = [];
  readonly #unasked: Unasked;
  #all: readonly ServerStream[] = [];
  /** Frames that wait for a stream to go on. */
  #held: string[] = [];
  #pieces = Number.POSITIVE_INFINITY;

  constructor(unasked: Unasked) {
    this.#unasked = unasked;
  }

  /** Frames that no stream could take, in the order in which they were written. */
  get undelivered(): readonly string[] {
    return [...this.lost, ...this.#held];
  }

  add(stream: ServerStream): void {
    const kept = this.#all.filter((one) => one.isOpen || one.wasLeft || one.key !== undefined);
    this.#all = [...kept, stream];
    stream.pieces = this.#pieces;
    for (const frame of this.#held.splice(0)) this.write(frame);
  }

  /** The stream whose events have ids with this key. */
  withKey(key: string): ServerStream | undefined {
    return this.#all.find((stream) => stream.key === key);
  }

  /**
   * Writes a frame to the stream it belongs to.
   *
   * An answer goes on the stream of its request, and what names a request too. One that names none of
   * the client's goes where it can be told that it is wrong: on the oldest reply under way.
   */
  write(frame: string): void {
    const target = frameTarget(frame);
    const own = "id" in target ? this.#streamOf(target.id) : undefined;
    if (own?.wasLeft) {
      this.lost.push(frame);
      return;
    }
    const stream = own ?? this.#other(target.type === "unasked" ? this.#unasked : "reply");
    if (stream === undefined) {
      this.#held.push(frame);
      return;
    }
    switch (target.type) {
      case "answer":
        if (own === undefined) stream.write(frame);
        else own.answer(frame, target.message);
        return;
      case "torn_down":
        if (own === undefined) stream.write(frame);
        else own.last(frame);
        return;
      case "about":
      case "unasked":
        stream.write(frame);
        return;
      case "raw":
        stream.writeRaw(frame);
        return;
    }
  }

  /** From here on what is written goes out in pieces of so many bytes. */
  inPieces(bytes: number): void {
    this.#pieces = bytes;
    for (const stream of this.#all) stream.pieces = bytes;
  }

  /** Ends all streams as if all had been said. */
  end(): void {
    for (const stream of this.#all) stream.end();
    this.#all = [];
  }

  /** Writes no more to any of them, and leaves the connections to whoever ends them. */
  release(): void {
    for (const stream of this.#all) stream.release();
    this.#all = [];
  }

  /** Breaks what carries them. */
  cut(): void {
    for (const stream of this.#all) stream.cut();
  }

  /** Refuses all that has not begun, and breaks the rest. */
  refuse(status: number, sentence: string): void {
    for (const stream of this.#all.filter((one) => one.isOpen)) stream.refuse(status, sentence);
    this.#all = [];
  }

  /** An open stream before one that the client left: ids of several clients may be the same. */
  #streamOf(id: RequestId): ServerStream | undefined {
    const own = this.#all.filter(({ request }) => request?.id === id);
    return own.find((stream) => stream.isOpen) ?? own.findLast((stream) => stream.wasLeft);
  }

  #other(first: Unasked): ServerStream | undefined {
    const open = this.#all.filter((stream) => stream.isOpen);
    const reply = open.find(({ request }) => request !== undefined);
    const standing = open.find(({ request }) => request === undefined);
    return first === "get" ? (standing ?? reply) : (reply ?? standing);
  }
}
