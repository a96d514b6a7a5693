/** How many columns a text takes at most: what may be two columns wide counts as that. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** The beginning of a text that takes at most so many columns. */
export function fitting(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += columnsOf(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * Lines that a terminal has no need to go on with at its beginning, where they would look like somebody else's: what
 * is too long stands below, behind `indent`. Lines stay as they are where there is no width.
 */
export function wrapped(text: string, indent: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const most = Math.max(columns - 1, indent.length + NARROWEST);
  return text
    .split("\n")
    .map((line) => wrappedLine(line, indent, most))
    .join("\n");
}

const NARROWEST = 10;

/** A tab may be as wide as that. */
const TAB = "        ";

function wrappedLine(line: string, indent: string, columns: number): string {
  const lines: string[] = [];
  let rest = line.replaceAll("\t", TAB);
  while (widthOf(rest) > columns) {
    const head = fitting(rest, columns);
    lines.push(head);
    rest = indent + rest.slice(head.length);
  }
  return [...lines, rest].join("\n");
}

function columnsOf(character: string): number {
  return (character.codePointAt(0) ?? 0) < 0x300 ? 1 : 2;
}
