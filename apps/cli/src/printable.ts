/** Controls that a terminal acts upon, and marks that turn the order in which a text is read. */
const ACTS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Whatever ends a line somewhere, and tabs. */
const BREAKS = /[\t\n\v\f\r\x85\p{Zl}\p{Zp}]+/gu;

/**
 * A text that can do nothing to a terminal but move to the next line or tab stop: `\u001b` stands
 * where an escape character was. Lines end with a line feed.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(ACTS, escaped);
}

/** One line that can do nothing to a terminal, without blanks around it, cut to `max` UTF-16 code units. */
export function oneLine(text: string, max: number): string {
  const flat = printable(text.replaceAll(BREAKS, " ")).trim();
  return flat.length > max ? `${flat.slice(0, max - 1)}…` : flat;
}

/** A character of one UTF-16 code unit as JSON can write it: `\u001b`. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
