import { type Environment, isInherited } from "./environment.js";

/** Shorter values are too common in ordinary text to be replaced. */
const SHORTEST = 4;

interface Value {
  readonly form: string;
  readonly marker: string;
}

interface Found extends Value {
  readonly at: number;
}

/** Puts `[NAME]` where the value of the operator's variable `NAME` would stand. */
export class Redaction {
  /** The longest first: one value may be the beginning of another. */
  readonly #values: readonly Value[];

  /**
   * Looks for every value of four characters or more, line by line where it has lines, and as it
   * would stand in JSON. Variables that a child inherits anyway (`PATH`, `HOME`) are no secrets.
   */
  constructor(own: Environment) {
    const markers = new Map<string, string>();
    for (const [name, value] of Object.entries(own)) {
      if (isInherited(name)) continue;
      for (const form of [...value.split(/[\r\n]+/), JSON.stringify(value).slice(1, -1)]) {
        if (form.length >= SHORTEST) markers.set(form, `[${name}]`);
      }
    }
    this.#values = [...markers]
      .map(([form, marker]) => ({ form, marker }))
      .sort((a, b) => b.form.length - a.form.length);
  }

  /** A whole text. */
  text(text: string): string {
    return this.#replace(text, () => text.length).final;
  }

  /** Text that comes in pieces: a value is found wherever it is cut. */
  stream(): RedactionStream {
    return new RedactionStream(this);
  }

  /**
   * The part of a text that is final whatever follows it, redacted, and the rest, which may be the
   * beginning of a value.
   */
  split(text: string): { readonly final: string; readonly rest: string } {
    return this.#replace(text, (from) => this.#openFrom(text, from));
  }

  /** What is left when a text is over: the marker, where that is plainly a value cut short. */
  ending(rest: string): string {
    const text = this.text(rest);
    if (text !== rest || rest.length < SHORTEST) return text;
    return this.#values.find(({ form }) => form.startsWith(rest))?.marker ?? rest;
  }

  /** Replaces the values that begin before the text is open, as `openFrom` finds it. */
  #replace(
    text: string,
    openFrom: (from: number) => number,
  ): { readonly final: string; readonly rest: string } {
    if (this.#values.length === 0) return { final: text, rest: "" };
    let final = "";
    let from = 0;
    let open = openFrom(from);
    for (const { at, form, marker } of this.#occurrences(text)) {
      // A longer value may have begun than the one that is complete.
      if (at >= open) break;
      final += text.slice(from, at) + marker;
      from = at + form.length;
      if (from > open) open = openFrom(from);
    }
    return { final: final + text.slice(from, open), rest: text.slice(open) };
  }

  /** The values in a text, in order, none within another. Values may be too long for one RegExp. */
  *#occurrences(text: string): Generator<Found> {
    const next = this.#values.map((value) => ({ value, at: text.indexOf(value.form) }));
    for (let from = 0; ; ) {
      let first: Found | undefined;
      for (const one of next) {
        if (one.at !== -1 && one.at < from) one.at = text.indexOf(one.value.form, from);
        if (one.at !== -1 && (first === undefined || one.at < first.at)) {
          first = { ...one.value, at: one.at };
        }
      }
      if (first === undefined) return;
      yield first;
      from = first.at + first.form.length;
    }
  }

  /** Where the earliest value begins that the end of `text` cuts; the length of `text` where none. */
  #openFrom(text: string, from: number): number {
    const longest = this.#values[0]?.form.length ?? 0;
    for (let at = Math.max(from, text.length - longest + 1); at < text.length; at += 1) {
      const tail = text.slice(at);
      const isCut = ({ form }: Value): boolean =>
        form.length > tail.length && form.startsWith(tail);
      if (this.#values.some(isCut)) return at;
    }
    return text.length;
  }
}

/** Redacts one stream. Holds back at most what may be the beginning of a value. */
export class RedactionStream {
  readonly #redaction: Redaction;
  #rest = "";

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  push(text: string): string {
    const { final, rest } = this.#redaction.split(this.#rest + text);
    this.#rest = rest;
    return final;
  }

  /** What was held back. */
  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return this.#redaction.ending(rest);
  }
}
