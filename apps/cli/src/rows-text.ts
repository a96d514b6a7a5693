import { columnsText } from "./columns-text.js";
import type { Screen } from "./screen.js";

/** A list for people: a table on a terminal, and in a pipe a line a row, with a mark between its texts. */
export async function rowsText(
  rows: readonly (readonly string[])[],
  screen: Screen | undefined,
): Promise<string> {
  if (screen === undefined || rows.length === 0) return columnsText(rows);
  const { tableText } = await import("./table-text.js");
  const { colours } = await import("./colours.js");
  const { bold, dim } = colours(screen);
  return tableText(
    rows.map((row) =>
      row.map((text, at) => {
        if (at === 0) return { text, paint: bold };
        return at === row.length - 1 ? { text, paint: dim } : { text };
      }),
    ),
    screen,
  );
}
