/** Whether a character, `undefined` beyond the ends of a text, is white space of JSON. */
export function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\r" || char === "\n";
}

/** The index of the first character at `from` or after it that is no white space; or the length. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** The index after the last character of the text that is no white space, but not below `from`. */
export function trimSpace(text: string, from: number): number {
  let end = text.length;
  while (end > from && isSpace(text[end - 1])) end -= 1;
  return end;
}
