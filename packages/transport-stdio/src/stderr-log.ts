import { StringDecoder } from "node:string_decoder";
import { builtin } from "./builtin.js";
import { ByteRing } from "./byte-ring.js";
import type { Redaction, RedactionStream } from "./redaction.js";

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 500;
const MAX_TOTAL_LENGTH = 4096;

/** What a {@link StderrLog} needs. */
export interface StderrLogOptions {
  readonly limitBytes: number;
  readonly redaction: Redaction;
  readonly onText: ((text: string) => void) | undefined;
}

/** The end of one child's stderr, in bounded memory and without the operator's values. */
export class StderrLog {
  readonly #ring: ByteRing;
  readonly #decoder = new StringDecoder("utf8");
  readonly #redacted: RedactionStream;
  readonly #onText: ((text: string) => void) | undefined;
  #ended = false;

  constructor({ limitBytes, redaction, onText }: StderrLogOptions) {
    this.#ring = new ByteRing(limitBytes);
    this.#redacted = redaction.stream();
    this.#onText = onText;
  }

  /** Takes what was read. After {@link end} it is dropped. */
  write(chunk: Buffer): void {
    if (!this.#ended) this.#keep(this.#redacted.push(this.#decoder.write(chunk)));
  }

  /** Nothing more is to be kept. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#keep(this.#redacted.push(this.#decoder.end()) + this.#redacted.end());
  }

  /**
   * The last lines that are not empty, oldest first: at most 20, and 4,096 characters in all. They
   * hold no control characters: a terminal can show them.
   */
  lastLines(): readonly string[] {
    const lines: string[] = [];
    let total = 0;
    const { stripVTControlCharacters } = builtin("node:util");
    const all = stripVTControlCharacters(this.#ring.text()).split(/[\r\n]+/);
    for (const raw of all.reverse()) {
      const line = shorten(raw.replaceAll(/\p{Cc}/gu, " ").trimEnd(), MAX_LINE_LENGTH);
      if (line === "") continue;
      total += line.length;
      if (lines.length === MAX_LINES || total > MAX_TOTAL_LENGTH) break;
      lines.push(line);
    }
    return lines.reverse();
  }

  #keep(text: string): void {
    if (text === "") return;
    this.#ring.push(Buffer.from(text));
    this.#onText?.(text);
  }
}

function shorten(line: string, length: number): string {
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
