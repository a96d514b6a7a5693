import { DEFAULT_MAX_FRAME_BYTES, excerpt } from "@x/wire";
import { BytePieces } from "./byte-pieces.js";
import { HttpTransportError } from "./http-transport-error.js";
import { DATA, digits, EVENT, ID, RETRY, valueStart } from "./sse-field.js";

/** One event of a stream. */
interface SseEvent {
  readonly type: "event";
  /** Its `event` field; `message` where it has none, or an empty one. */
  readonly event: string;
  /** Its `data` lines, joined by LF. May be empty: that is how MCP servers give a first id. */
  readonly data: string;
  /**
   * The last event id of the stream at this event, be it the event's own or an earlier one's. Empty
   * after an `id` field without a value, absent where there has been none.
   */
  readonly id?: string;
}

/** An event over the limit. It is reported as soon as that is certain, and the rest of it is dropped. */
interface SseTooLarge {
  readonly type: "too_large";
  readonly limitBytes: number;
  /** Bytes of the event seen so far. */
  readonly sizeBytes: number;
  /** At most the first 200 characters of its data. */
  readonly text: string;
}

/** What a {@link SseDecoder} gives. */
export type SseIncoming = SseEvent | SseTooLarge;

/** What a {@link SseDecoder} can be told. */
export interface SseDecoderOptions {
  /** The most bytes one event may have. A positive integer; default 64 MiB. */
  readonly maxEventBytes?: number;
}

/**
 * Decodes one stream of server-sent events, as the standard has it.
 *
 * The result does not depend on how the stream was cut into chunks, except for the size that is
 * reported of an event over the limit. Every byte is looked at a fixed number of times, and a line
 * that means nothing costs no more than one that does. At the end of a stream there is nothing to
 * call: an event that has not ended is dropped. The decoder keeps references to pushed chunks until
 * their event has ended: do not reuse them. Nothing a server sends makes it throw, and no event affects
 * the ones after it.
 *
 * The limit counts the data of an event and the line that is being read; comments and other lines
 * that have ended do not count.
 *
 * Specification: {@link https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation}
 */
export class SseDecoder {
  readonly #maxEventBytes: number;
  /** The line that has not ended. */
  readonly #line = new BytePieces();
  /** The data lines of the event so far. */
  readonly #data = new BytePieces();
  #hasData = false;
  #eventType = "";
  #idBuffer: string | undefined;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;
  #isFirstLine = true;
  /** The last byte was a CR that ended a line; an LF right behind it is part of that line end. */
  #isAfterCr = false;
  /** Of the event over the limit that is passing by: whether the line so far is empty. */
  #skipped: "empty_line" | "line" | undefined;

  /** @throws HttpTransportError `invalid_limit` where `maxEventBytes` is not a positive integer. */
  constructor(options: SseDecoderOptions = {}) {
    const { maxEventBytes = DEFAULT_MAX_FRAME_BYTES } = options;
    if (!Number.isSafeInteger(maxEventBytes) || maxEventBytes < 1) {
      throw new HttpTransportError(
        `maxEventBytes must be a positive integer; it is ${maxEventBytes}.`,
        { code: "invalid_limit" },
      );
    }
    this.#maxEventBytes = maxEventBytes;
  }

  /**
   * What `Last-Event-ID` would say after a reconnect: the id of the last event that ended, whether it
   * had data or not. `undefined` where there has been none, empty where the server took it back.
   * Never has CR, LF or NUL in it, but may have any other character.
   */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** The last reconnection time the server asked for, in milliseconds. At once, not with its event. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Takes the next bytes of the stream; gives the events that ended in them, in order. */
  push(chunk: Uint8Array): SseIncoming[] {
    const out: SseIncoming[] = [];
    if (chunk.length === 0) return out;
    let start = this.#isAfterCr && chunk[0] === LF ? 1 : 0;
    let cr = chunk.indexOf(CR, start);
    let lf = chunk.indexOf(LF, start);
    while (lf !== -1 || cr !== -1) {
      const endsInCr = lf === -1 || (cr !== -1 && cr < lf);
      const end = endsInCr ? cr : lf;
      this.#endLine(chunk, start, end, out);
      start = endsInCr && lf === end + 1 ? end + 2 : end + 1;
      if (endsInCr) cr = chunk.indexOf(CR, start);
      if (lf !== -1 && lf < start) lf = chunk.indexOf(LF, start);
    }
    if (start < chunk.length && this.#fits(chunk, start, chunk.length, out)) {
      this.#line.append(start === 0 ? chunk : chunk.subarray(start));
    }
    this.#isAfterCr = chunk[chunk.length - 1] === CR;
    return out;
  }

  /** The line ends with these bytes of the chunk, which may be none. */
  #endLine(chunk: Uint8Array, start: number, end: number, out: SseIncoming[]): void {
    const isFirst = this.#isFirstLine;
    this.#isFirstLine = false;
    if (this.#fits(chunk, start, end, out)) {
      let line = chunk;
      let from = start;
      let to = end;
      if (this.#line.size > 0) {
        this.#line.append(chunk.subarray(start, end));
        line = this.#line.take();
        from = 0;
        to = line.length;
      }
      if (isFirst && beginsWithMark(line, from)) from += MARK_BYTES;
      this.#readLine(line, from, to, out);
    } else if (this.#skipped === "line") {
      this.#skipped = "empty_line";
    } else {
      this.#skipped = undefined;
      this.#endEvent(out);
    }
  }

  /** Whether the line may be longer by these bytes: not if its event is over the limit, or is then. */
  #fits(chunk: Uint8Array, start: number, end: number, out: SseIncoming[]): boolean {
    if (this.#skipped !== undefined) {
      if (start < end) this.#skipped = "line";
      return false;
    }
    const sizeBytes = this.#data.size + this.#line.size + end - start;
    if (sizeBytes <= this.#maxEventBytes) return true;
    this.#line.append(chunk.subarray(start, Math.min(end, start + HEAD_BYTES)));
    const limitBytes = this.#maxEventBytes;
    out.push({ type: "too_large", limitBytes, sizeBytes, text: excerpt(decodeUtf8(this.#head())) });
    this.#line.clear();
    this.#data.clear();
    this.#hasData = false;
    this.#skipped = "line";
    return false;
  }

  /** How the data of the event begins. */
  #head(): Uint8Array {
    if (this.#data.size > 0) return this.#data.head(HEAD_BYTES);
    const head = this.#line.head(HEAD_BYTES);
    return head.subarray(Math.max(0, valueStart(DATA, head, 0, head.length)));
  }

  #readLine(bytes: Uint8Array, start: number, end: number, out: SseIncoming[]): void {
    if (start === end) {
      this.#endEvent(out);
      return;
    }
    const data = valueStart(DATA, bytes, start, end);
    if (data !== -1) {
      if (this.#hasData) this.#data.append(LINE_END);
      this.#hasData = true;
      if (data < end) this.#data.append(bytes.subarray(data, end));
      return;
    }
    const event = valueStart(EVENT, bytes, start, end);
    if (event !== -1) {
      this.#eventType = decodeUtf8(bytes.subarray(event, end));
      return;
    }
    const id = valueStart(ID, bytes, start, end);
    if (id !== -1) {
      const value = bytes.subarray(id, end);
      if (!value.includes(NUL)) this.#idBuffer = decodeUtf8(value);
      return;
    }
    const retry = valueStart(RETRY, bytes, start, end);
    if (retry !== -1) this.#retryMs = digits(bytes, retry, end) ?? this.#retryMs;
  }

  #endEvent(out: SseIncoming[]): void {
    const id = this.#idBuffer;
    this.#lastEventId = id;
    const type = "event";
    const event = this.#eventType === "" ? "message" : this.#eventType;
    this.#eventType = "";
    if (!this.#hasData) return;
    this.#hasData = false;
    const data = decodeUtf8(this.#data.take());
    out.push(id === undefined ? { type, event, data } : { type, event, data, id });
  }
}

/** The one use of the platform's decoder that this file makes; every platform has it. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: false; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

// ignoreBOM: only the mark at the beginning of the stream is none of its text.
const lenient = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

const NUL = 0;
const LF = 10;
const CR = 13;
const MARK_BYTES = 3;
/** Enough for 200 characters. */
const HEAD_BYTES = 1024;

/** What is between two lines of data. */
const LINE_END = Uint8Array.of(LF);

/** Whether a line, of which nothing is a line end, begins with a byte order mark. */
function beginsWithMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}
