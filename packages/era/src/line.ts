/**
 * Makes one line of what a peer wrote: control and format characters become spaces, so that it can
 * do nothing to a terminal, and at most `max` characters (UTF-16 units) are left.
 */
export function line(text: string, max: number): string {
  // Cut first: a surrogate pair that is cut in two leaves a lone half, which is replaced as well.
  const flat = text
    .slice(0, max)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")
    .trim();
  return text.length > max ? `${flat}…` : flat;
}

/** {@link line} for a sentence that becomes a part of another: without its full stop. */
export function clause(text: string, max: number): string {
  return line(text, max).replace(/(?<!\.)\.$/, "");
}

/** A peer's words in quotation marks, as one line. */
export function quoted(text: string, max: number): string {
  return `"${line(text, max)}"`;
}

/** The first few of a list that a peer made as long as it liked. */
export function several(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => line(name, 60));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
