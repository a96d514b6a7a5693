import { decodeFrame, invalidFrame } from "./decode-frame.js";
import { HeldBytes } from "./held-bytes.js";
import type { Incoming } from "./incoming.js";
import { OversizedFrame } from "./oversized-frame.js";
import { peekId } from "./peek-id.js";
import { decodeUtf8, isUtf8, REPLACEMENT } from "./utf8.js";
import { WireError } from "./wire-error.js";

/** The largest frame a {@link LineDecoder} accepts unless told otherwise, in bytes: 64 MiB. */
export const DEFAULT_MAX_FRAME_BYTES: number = 64 * 1024 * 1024;

/** What a {@link LineDecoder} can be told. */
export interface LineDecoderOptions {
  /** The most bytes one frame may have, without its line end. A positive integer. */
  readonly maxFrameBytes?: number;
  /**
   * Decodes UTF-8, replaces what is not UTF-8 by U+FFFD and keeps a byte order mark. For platforms
   * with something faster than their `TextDecoder`.
   */
  readonly decodeUtf8?: (bytes: Uint8Array) => string;
}

/**
 * Cuts a stream of bytes into newline-delimited frames and decodes each.
 *
 * The result does not depend on how the stream was cut into chunks, except where a frame over the
 * limit is reported. Every byte is looked at a fixed number of times, however long its frame is.
 * The decoder keeps references to pushed chunks until their frame has ended: do not reuse them.
 * Nothing a peer sends makes it throw, and no frame affects the ones after it.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio}
 */
export class LineDecoder {
  readonly #maxFrameBytes: number;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #held = new HeldBytes();
  #oversized: OversizedFrame | undefined;

  /** @throws WireError `invalid_limit` where `maxFrameBytes` is not a positive integer. */
  constructor(options: LineDecoderOptions = {}) {
    const { maxFrameBytes = DEFAULT_MAX_FRAME_BYTES } = options;
    if (!Number.isSafeInteger(maxFrameBytes) || maxFrameBytes < 1) {
      throw new WireError(`maxFrameBytes must be a positive integer; it is ${maxFrameBytes}.`, {
        code: "invalid_limit",
      });
    }
    this.#maxFrameBytes = maxFrameBytes;
    this.#decode = options.decodeUtf8 ?? decodeUtf8;
  }

  /** Takes the next bytes of the stream; gives the frames that ended in them, in order. */
  push(chunk: Uint8Array): Incoming[] {
    const out: Incoming[] = [];
    const lastNewline = chunk.lastIndexOf(LF);
    let rest = 0;
    if (lastNewline !== -1) {
      if (this.#oversized === undefined && this.#held.size + lastNewline <= this.#maxFrameBytes) {
        // No frame in here can be over the limit, so all of them are decoded as one text.
        this.#decodeLines(this.#held.takeWith(chunk.subarray(0, lastNewline)), out);
        rest = lastNewline + 1;
      } else {
        rest = this.#pushLineByLine(chunk, out);
      }
    }
    if (rest < chunk.length) {
      this.#grow(rest === 0 ? chunk : chunk.subarray(rest));
      append(out, this.#oversized?.early());
    }
    return out;
  }

  /**
   * The stream is over: what is left without a line end is taken as a frame. The decoder is then as
   * new.
   */
  end(): Incoming[] {
    const out: Incoming[] = [];
    append(out, this.#oversized?.cut());
    this.#oversized = undefined;
    if (this.#held.size > 0) this.#decodeLines(this.#held.take(), out);
    return out;
  }

  /** The way for chunks in which a frame may be over the limit. Gives the index after the last line. */
  #pushLineByLine(chunk: Uint8Array, out: Incoming[]): number {
    let start = 0;
    for (;;) {
      const newline = chunk.indexOf(LF, start);
      if (newline === -1) return start;
      this.#grow(chunk.subarray(start, newline));
      if (this.#oversized === undefined) {
        this.#decodeLines(this.#held.take(), out);
      } else {
        append(out, this.#oversized.ended());
        this.#oversized = undefined;
      }
      start = newline + 1;
    }
  }

  /** The frame that has not ended yet gets longer. */
  #grow(bytes: Uint8Array): void {
    if (this.#oversized !== undefined) {
      this.#oversized.add(bytes);
      return;
    }
    this.#held.append(bytes);
    // The carriage return of a CRLF is part of the line end.
    const lineEnd = this.#held.last() === CR ? 1 : 0;
    if (this.#held.size - lineEnd <= this.#maxFrameBytes) return;
    this.#oversized = new OversizedFrame(this.#maxFrameBytes, this.#held, this.#decode);
    this.#held.clear();
  }

  #decodeLines(bytes: Uint8Array, out: Incoming[]): void {
    const text = this.#decode(bytes);
    if (text.includes(REPLACEMENT)) {
      this.#decodeSuspectLines(bytes, out);
      return;
    }
    let start = 0;
    for (;;) {
      const newline = text.indexOf("\n", start);
      if (newline === -1) break;
      decodeLine(text.slice(start, newline), out);
      start = newline + 1;
    }
    decodeLine(start === 0 ? text : text.slice(start), out);
  }

  /** The way for text with U+FFFD in it: which the peer may have sent, or the decoder put there. */
  #decodeSuspectLines(bytes: Uint8Array, out: Incoming[]): void {
    let start = 0;
    while (start <= bytes.length) {
      const newline = bytes.indexOf(LF, start);
      const end = newline === -1 ? bytes.length : newline;
      const line = bytes.subarray(start, end);
      const text = this.#decode(line);
      if (text.includes(REPLACEMENT) && !isUtf8(line, text)) {
        out.push(invalidFrame("not_utf8", "The frame is not UTF-8.", text, peekId(text)));
      } else {
        decodeLine(text, out);
      }
      start = end + 1;
    }
  }
}

const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = 0xfeff;

function decodeLine(line: string, out: Incoming[]): void {
  let frame = line.charCodeAt(line.length - 1) === CR ? line.slice(0, -1) : line;
  if (frame === "") return;
  if (frame.charCodeAt(0) === BYTE_ORDER_MARK) {
    const detail = "The line begins with a byte order mark; it is passed over.";
    out.push(invalidFrame("byte_order_mark", detail, frame, undefined));
    frame = frame.slice(1);
  }
  append(out, decodeFrame(frame));
}

function append(out: Incoming[], incoming: Incoming | undefined): void {
  if (incoming !== undefined) out.push(incoming);
}
