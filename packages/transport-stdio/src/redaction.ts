import { type Environment, isInherited } from "./environment.js";

/** Shorter values are too common in ordinary text to be replaced. */
const SHORTEST = 4;

/** Puts `[NAME]` where the value of the operator's variable `NAME` would stand. */
export class Redaction {
  readonly #markers = new Map<string, string>();
  readonly #pattern: RegExp | undefined;
  readonly #longest: number;

  /**
   * Looks for every value of four characters or more, line by line where it has lines, and as it
   * would stand in JSON. Variables that a child inherits anyway (`PATH`, `HOME`) are no secrets.
   */
  constructor(own: Environment) {
    for (const [name, value] of Object.entries(own)) {
      if (isInherited(name)) continue;
      for (const form of [...value.split(/[\r\n]+/), JSON.stringify(value).slice(1, -1)]) {
        if (form.length >= SHORTEST) this.#markers.set(form, `[${name}]`);
      }
    }
    // The longest first: one value may be the beginning of another.
    const forms = [...this.#markers.keys()].sort((a, b) => b.length - a.length);
    this.#longest = forms[0]?.length ?? 0;
    if (forms.length > 0) this.#pattern = new RegExp(forms.map(literal).join("|"), "g");
  }

  /** A whole text. */
  text(text: string): string {
    if (this.#pattern === undefined) return text;
    return text.replace(this.#pattern, (form) => this.#markers.get(form) ?? "");
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
    if (this.#pattern === undefined) return { final: text, rest: "" };
    let final = "";
    let from = 0;
    let open = this.#openFrom(text, from);
    for (const match of text.matchAll(this.#pattern)) {
      // From `open` on a longer value may have begun than the one that is complete.
      if (match.index >= open) break;
      final += text.slice(from, match.index) + (this.#markers.get(match[0]) ?? "");
      from = match.index + match[0].length;
      if (from > open) open = this.#openFrom(text, from);
    }
    return { final: final + text.slice(from, open), rest: text.slice(open) };
  }

  /** What is left when a text is over: the marker, where that is plainly a value cut short. */
  ending(rest: string): string {
    const text = this.text(rest);
    if (text !== rest || rest.length < SHORTEST) return text;
    for (const [form, marker] of this.#markers) {
      if (form.startsWith(rest)) return marker;
    }
    return rest;
  }

  /** Where the earliest value begins that the end of `text` cuts; the length of `text` where none. */
  #openFrom(text: string, from: number): number {
    for (let at = Math.max(from, text.length - this.#longest + 1); at < text.length; at += 1) {
      const tail = text.slice(at);
      for (const form of this.#markers.keys()) {
        if (form.length > tail.length && form.startsWith(tail)) return at;
      }
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

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
