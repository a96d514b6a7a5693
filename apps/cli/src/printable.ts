/** A text that can do nothing to a terminal but move to the next line. */
export function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, " ");
}

/** One line that can do nothing to a terminal, at most `max` UTF-16 code units of the text. */
export function oneLine(text: string, max: number): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return flat.length > max ? `${flat.slice(0, max - 1)}…` : flat;
}

/** What `--json` prints: one document, indented, with a newline at its end. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
