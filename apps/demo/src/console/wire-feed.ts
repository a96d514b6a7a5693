import type { TapEvent } from "@x/connection";
import { isJsonObject } from "@x/wire";
import type { Frame } from "./protocol.js";

/** The most characters of a frame that are shown. */
const MAX_TEXT = 8192;

/** A longer frame is shown, but not read: nobody waits for the console. */
const MAX_READ = 1_048_576;

/** How many requests may wait for their reply. */
const MAX_WAITING = 1024;

/** How many frames a page that comes later gets. */
const MAX_KEPT = 400;

/** A request whose reply may come. */
interface Waiting {
  readonly n: number;
  readonly method: string;
  readonly at: number;
}

/** Numbers the frames of all peers, and finds the request of every reply. */
export class WireFeed {
  readonly #startedAt: number;
  readonly #emit: (frame: Frame) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #kept: Frame[] = [];
  #last = 0;

  /** `startedAt` is the moment, by the clock of the taps, that frames are counted from. */
  constructor(startedAt: number, emit: (frame: Frame) => void) {
    this.#startedAt = startedAt;
    this.#emit = emit;
  }

  /** The last frames, oldest first. */
  get recent(): readonly Frame[] {
    return this.#kept;
  }

  /** Takes one frame: fits the client's `onTap`. `client` tells clients that follow one another apart. */
  add(client: number, peer: string, { direction, text, at }: TapEvent, connection: number): void {
    this.#last += 1;
    const frame: Frame = {
      n: this.#last,
      at: at - this.#startedAt,
      peer,
      connection,
      direction,
      text: beginningOf(text),
      length: text.length,
      ...this.#read(text, { n: this.#last, at, direction, of: [client, peer, connection] }),
    };
    this.#kept.push(frame);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    this.#emit(frame);
  }

  #read(
    text: string,
    seen: {
      readonly n: number;
      readonly at: number;
      readonly direction: Frame["direction"];
      readonly of: readonly (string | number)[];
    },
  ): Pick<Frame, "kind" | "method" | "id" | "of" | "latencyMs"> {
    const message = messageIn(text);
    const nothing = { method: null, id: null, of: null, latencyMs: null };
    if (message === undefined) return { kind: "unreadable", ...nothing };
    const method = typeof message["method"] === "string" ? message["method"] : null;
    const id = message["id"] === undefined ? null : JSON.stringify(message["id"]);
    if (method !== null) {
      if (id === null) return { kind: "notification", ...nothing, method };
      this.#wait(keyOf(seen.of, seen.direction, id), { n: seen.n, method, at: seen.at });
      return { kind: "request", ...nothing, method, id };
    }
    // A reply goes the other way than its request.
    const key = keyOf(seen.of, seen.direction === "sent" ? "received" : "sent", id ?? "");
    const request = this.#waiting.get(key);
    if (request === undefined) return { kind: "reply", ...nothing, id };
    this.#waiting.delete(key);
    const latencyMs = Math.max(0, seen.at - request.at);
    return { kind: "reply", method: request.method, id, of: request.n, latencyMs };
  }

  #wait(key: string, request: Waiting): void {
    this.#waiting.set(key, request);
    if (this.#waiting.size <= MAX_WAITING) return;
    for (const oldest of this.#waiting.keys()) {
      this.#waiting.delete(oldest);
      return;
    }
  }
}

/** A copy: a part of a text would keep the whole of it in memory. */
function beginningOf(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return Buffer.from(text.slice(0, MAX_TEXT), "utf16le").toString("utf16le");
}

function keyOf(
  of: readonly (string | number)[],
  direction: Frame["direction"],
  id: string,
): string {
  return JSON.stringify([...of, direction, id]);
}

function messageIn(text: string): { readonly [name: string]: unknown } | undefined {
  if (text.length > MAX_READ) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
