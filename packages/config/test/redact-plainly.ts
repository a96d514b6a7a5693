import { formsOf } from "../src/secret-forms.js";

const SHORTEST_SECRET = 4;

/** What `redact` has to give: the same rules, each applied where it stands, without a thought for the time. */
export function redactPlainly(
  text: string,
  secrets: readonly string[],
  { pieces = "hide" }: { readonly pieces?: "hide" | "keep" } = {},
): string {
  const covered = formsOfAll(secrets)
    .flatMap((form) => [
      ...occurrences(text, form),
      ...(pieces === "hide" ? cutPieces(text, form) : []),
    ])
    .sort((a, b) => a.start - b.start);
  let redacted = "";
  let end = 0;
  for (const span of covered) {
    if (span.start >= end) {
      redacted += `${text.slice(end, span.start)}[redacted]`;
    }
    end = Math.max(end, span.end);
  }
  return redacted + text.slice(end);
}

function formsOfAll(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap(formsOf))].filter(({ length }) => length >= SHORTEST_SECRET);
}

function occurrences(text: string, form: string): readonly Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + 1)) {
    spans.push({ start, end: start + form.length });
  }
  return spans;
}

/** A part of a text, from `start` to before `end`, in UTF-16 code units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Shorter pieces stand in too many words, and tell little. */
const SHORTEST = 6;

/**
 * What stands where a text was cut: a mark, whatever closes what it was put into, the half of a
 * character as JSON writes it, the end.
 */
const CUT = /…|\.{3}|\\*["'`]|\)|\\+u[dD][89abAB]|$/y;

/** What stands before a text whose beginning was cut off: `..."`, as JSON parsers quote. */
const CUT_BEFORE = /(?:…|\.{3})\\*["'`]?/g;

/**
 * The pieces of `form` in a text that was cut somewhere: at least 6 characters, from the beginning of
 * the form up to a cut, or from a cut to the end of the form or to the next cut.
 */
function cutPieces(text: string, form: string): readonly Span[] {
  if (form.length <= SHORTEST) return [];
  const spans: Span[] = [];
  const head = form.slice(0, SHORTEST);
  for (let start = text.indexOf(head); start !== -1; start = text.indexOf(head, start + 1)) {
    const end = lastCut(text, start, start + common(text, start, form, 0));
    if (end !== undefined) spans.push({ start, end });
  }
  for (const mark of text.matchAll(CUT_BEFORE)) {
    const start = mark.index + mark[0].length;
    const end = endOfRest(text, start, form);
    if (end !== undefined) spans.push({ start, end });
  }
  return spans;
}

/** Where a piece ends that begins somewhere within the form; the furthest place, where it may be several. */
function endOfRest(text: string, start: number, form: string): number | undefined {
  const head = text.slice(start, start + SHORTEST);
  if (head.length < SHORTEST) return undefined;
  let furthest: number | undefined;
  for (let from = form.indexOf(head); from !== -1; from = form.indexOf(head, from + 1)) {
    const length = common(text, start, form, from);
    const isRest = from + length === form.length;
    const end = isRest ? start + length : lastCut(text, start, start + length);
    if (end !== undefined && end > (furthest ?? 0)) furthest = end;
  }
  return furthest;
}

/** How many characters two texts have in common from these places on. */
function common(text: string, start: number, form: string, from: number): number {
  let length = 0;
  while (from + length < form.length && text[start + length] === form[from + length]) length += 1;
  return length;
}

/** The last place from `end` back at which a piece that begins at `start` may have been cut. */
function lastCut(text: string, start: number, end: number): number | undefined {
  for (let at = end; at >= start + SHORTEST; at -= 1) {
    CUT.lastIndex = at;
    if (CUT.test(text)) return at;
  }
  return undefined;
}
