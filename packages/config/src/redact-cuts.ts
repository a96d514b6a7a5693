const BACKSLASH = 0x5c;
const DOT = 0x2e;
const ELLIPSIS = 0x2026;
const PARENTHESIS = 0x29;
const U = 0x75;
/** `8`, `9`, `A`, `B`, `a` and `b`. */
const HALVES: readonly number[] = [0x38, 0x39, 0x41, 0x42, 0x61, 0x62];

/**
 * The places, in order, at which the rest of a text may begin whose beginning was cut off: behind `…` or `...`, and
 * behind a quotation mark there, escaped or not.
 */
export function restsIn(text: string): readonly number[] {
  const places: number[] = [];
  let [ellipsis, dots] = [-1, -1];
  for (let from = 0; ; ) {
    if (ellipsis < from) ellipsis = found(text, "…", from);
    if (dots < from) dots = found(text, "...", from);
    const at = Math.min(ellipsis, dots);
    if (at === text.length) return places;
    from = at + (at === ellipsis ? 1 : 3);
    while (text.charCodeAt(from) === BACKSLASH) from += 1;
    if (isQuote(text.charCodeAt(from))) from += 1;
    places.push(from);
  }
}

function found(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
}

/**
 * Finds the places at which a text may have been cut, going backwards: at its end, and before a mark, a quotation
 * mark that is escaped or not, a closing parenthesis, and the half of a character as JSON writes it.
 */
export class Cuts {
  readonly #text: string;
  /** The last ones first. */
  readonly #places: number[];
  /** Whether at the place that was looked at last backslashes and a quotation mark begin. */
  #isQuoted = false;
  /** The same of backslashes and half a character. */
  #isHalf = false;

  constructor(text: string) {
    this.#text = text;
    this.#places = [text.length];
  }

  /** Looks at a place, the one before that which was looked at last. */
  look(at: number): void {
    const text = this.#text;
    const code = text.charCodeAt(at);
    const isBackslash = code === BACKSLASH;
    this.#isQuoted = isQuote(code) || (isBackslash && this.#isQuoted);
    this.#isHalf = isBackslash && (this.#isHalf || isHalfAt(text, at + 1));
    const isCut =
      this.#isQuoted ||
      this.#isHalf ||
      code === ELLIPSIS ||
      code === PARENTHESIS ||
      (code === DOT && text.charCodeAt(at + 1) === DOT && text.charCodeAt(at + 2) === DOT);
    if (isCut) this.#places.push(at);
  }

  /** The last place from `least` up to `most`, where there is one; nothing before what was looked at. */
  lastIn(least: number, most: number): number | undefined {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#places[middle] ?? 0) <= most) high = middle;
      else low = middle + 1;
    }
    const place = this.#places[low];
    return place === undefined || place < least ? undefined : place;
  }
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60;
}

/** `uD8` to `uDB`, of which the D and what follows it may be small: the first half. */
function isHalfAt(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== U || (text.charCodeAt(at + 1) | 0x20) !== 0x64) return false;
  return HALVES.includes(text.charCodeAt(at + 2));
}
