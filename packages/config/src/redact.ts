import { FormAutomaton, FormReader } from "./redact-automaton.js";
import { Cuts, restsIn } from "./redact-cuts.js";
import { formsOf } from "./secret-forms.js";

/** How {@link redact} takes a text. */
export interface RedactOptions {
  /**
   * `hide` (default) for prose, which somebody may have cut: pieces of secrets are replaced, too.
   * `keep` for what is whole, and is to be used again, such as names and schemas.
   */
  readonly pieces?: "hide" | "keep";
}

const SHORTEST = 4;

/** Shorter pieces stand in too many words, and tell little. */
const SHORTEST_PIECE = 6;

/** {@link redactSteps} rests after so many characters. */
const STEP = 65_536;

/** What there is to find of an array of secrets: whoever redacts does it again and again. */
const KNOWN = new WeakMap<readonly string[], Sought>();

/**
 * The text with `[redacted]` in place of every secret: as it is, on one line, line by line (a key file
 * in a log), percent-encoded, and as JSON writes it inside a string, once or twice.
 *
 * Of a text that was cut within a secret, the piece is replaced where it has 6 characters or more and
 * stands at the cut: its beginning before `…`, `...`, a quotation mark, a closing parenthesis or the end
 * of the text; its rest after `…` or `...`.
 *
 * Where secrets contain or overlap each other, all they cover becomes one `[redacted]`, so that no
 * piece of a longer one is left over. Secrets, and lines of them, that are shorter than 4 characters
 * are not replaced: `1` or `on` stands in every other word, hiding it would make the text unreadable
 * and give the value away by the gaps.
 *
 * Takes time in proportion to the text, whatever is in it and however many secrets there are.
 *
 * @param secrets is not to be changed afterwards: what is made of an array once is kept with it.
 */
export function redact(
  text: string,
  secrets: readonly string[],
  options: RedactOptions = {},
): string {
  const steps = redactSteps(text, secrets, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * The same in steps of 65,536 characters, for whoever has something else to do between two of them; the text is what
 * the generator returns.
 */
export function* redactSteps(
  text: string,
  secrets: readonly string[],
  { pieces = "hide" }: RedactOptions = {},
): Generator<undefined, string, undefined> {
  const sought = soughtOf(secrets);
  const long = sought.long && new FormReader(sought.long);
  const short = sought.short && new FormReader(sought.short);
  if (long === undefined && short === undefined) return text;
  const hidden = new Hidden(text);
  const cuts = pieces === "hide" && long !== undefined ? new Cuts(text) : undefined;
  const rests = cuts === undefined ? [] : restsIn(text);
  // The last one may be the end of the text.
  let rest = rests.findLastIndex((place) => place < text.length);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    if (short !== undefined && short.read(code) >= SHORTEST) hidden.add(at, at + short.whole);
    if (long !== undefined) {
      cuts?.look(at);
      const part = long.read(code);
      const isRest = rests[rest] === at;
      if (isRest) rest -= 1;
      if (part >= SHORTEST_PIECE) {
        hidden.add(at, at + long.whole);
        if (cuts !== undefined) hidden.add(at, endOfPiece(at, { long, cuts, isRest }));
      }
    }
    if (at % STEP === 0 && at > 0) yield;
  }
  return hidden.text();
}

/** Where the longest piece of a secret ends that begins at a place; that place itself where none does. */
function endOfPiece(
  at: number,
  {
    long,
    cuts,
    isRest,
  }: { readonly long: FormReader; readonly cuts: Cuts; readonly isRest: boolean },
): number {
  const { head, part, rest } = long;
  const cut = isRest ? part : head;
  const least = at + SHORTEST_PIECE;
  const end = cut < SHORTEST_PIECE ? at : (cuts.lastIn(least, at + cut) ?? at);
  return isRest && rest >= SHORTEST_PIECE ? Math.max(end, at + rest) : end;
}

/** What is looked for; nothing where there is nothing of that length. */
interface Sought {
  /** Forms of which pieces are secrets, too. */
  readonly long: FormAutomaton | undefined;
  readonly short: FormAutomaton | undefined;
}

function soughtOf(secrets: readonly string[]): Sought {
  const known = KNOWN.get(secrets);
  if (known !== undefined) return known;
  const forms = [...new Set(secrets.flatMap(formsOf))].filter(({ length }) => length >= SHORTEST);
  const sought = {
    long: automatonOf(forms.filter(({ length }) => length > SHORTEST_PIECE)),
    short: automatonOf(forms.filter(({ length }) => length <= SHORTEST_PIECE)),
  };
  KNOWN.set(secrets, sought);
  return sought;
}

function automatonOf(forms: readonly string[]): FormAutomaton | undefined {
  return forms.length === 0 ? undefined : new FormAutomaton(forms);
}

/** What of a text is replaced, told from its end to its beginning. */
class Hidden {
  readonly #text: string;
  /** Starts and ends of what is covered, the last first; nothing of it overlaps. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** From `start` to before `end`; nothing where they are the same. No start is after that of the last call. */
  add(start: number, end: number): void {
    if (end <= start) return;
    let last = end;
    const starts = this.#starts;
    const ends = this.#ends;
    while ((starts[starts.length - 1] ?? last) < last) {
      starts.pop();
      last = Math.max(last, ends.pop() ?? last);
    }
    starts.push(start);
    ends.push(last);
  }

  text(): string {
    const kept: string[] = [];
    let end = 0;
    for (let at = this.#starts.length - 1; at >= 0; at -= 1) {
      kept.push(this.#text.slice(end, this.#starts[at]));
      end = this.#ends[at] ?? end;
    }
    kept.push(this.#text.slice(end));
    return kept.join("[redacted]");
  }
}
