import { oneLine } from "./printable.js";

/** A whole name is never cut in a list: other commands take it as it stands there. */
export const LONGEST_NAME = 10_000;

const LONGEST_DESCRIPTION = 200;

/** What is longer does not move the other lines. */
const WIDEST = 40;

/**
 * Rows of texts as lines of columns, each text being one line already. Empty texts are left out, and
 * nothing is cut.
 */
export function columnsText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, { length }] of row.entries()) {
      widths[at] = Math.max(widths[at] ?? 0, Math.min(length, WIDEST));
    }
  }
  return rows.map((row) => `${rowText(row, widths)}\n`).join("");
}

function rowText(row: readonly string[], widths: readonly number[]): string {
  const last = row.findLastIndex((text) => text !== "");
  return row
    .flatMap((text, at) => {
      if (text === "") return [];
      return at === last ? [text] : [text.padEnd(widths[at] ?? 0)];
    })
    .join(" — ");
}

/** What a list says of a description: its first line, or the beginning of it. */
export function firstLine(description: string): string {
  return oneLine(description.trimStart().split(/[\r\n]/, 1)[0] ?? "", LONGEST_DESCRIPTION);
}
