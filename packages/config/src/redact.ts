import { cutPieces, type Span } from "./cut-pieces.js";
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

/** The forms of the secrets in an array: whoever redacts does it again and again. */
const KNOWN = new WeakMap<readonly string[], readonly string[]>();

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
 * @param secrets is not to be changed afterwards: what is made of an array once is kept with it.
 */
export function redact(
  text: string,
  secrets: readonly string[],
  { pieces = "hide" }: RedactOptions = {},
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
  const known = KNOWN.get(secrets);
  if (known !== undefined) return known;
  const forms = [...new Set(secrets.flatMap(formsOf))].filter(({ length }) => length >= SHORTEST);
  KNOWN.set(secrets, forms);
  return forms;
}

function occurrences(text: string, form: string): readonly Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + 1)) {
    spans.push({ start, end: start + form.length });
  }
  return spans;
}
