/** A character on a terminal, and how it is painted. */
interface Cell {
  readonly character: string;
  readonly paint: string;
}

/** A line as it was written: one that did not fit takes several rows of the terminal. */
type Line = Cell[];

/** What a terminal had shown in the end. */
export interface Shown {
  /** Lines that were there for a while, and were written over: the progress of a call. */
  readonly passing: readonly string[];
  /** What stays, a line each; `isBroken` where it took more than one row. */
  readonly lines: readonly { readonly text: string; readonly isBroken: boolean }[];
  /** How many rows of the terminal that takes. */
  readonly rows: number;
}

const PAINTS: Readonly<Record<string, string>> = {
  1: "bold",
  2: "dim",
  7: "inverse",
  9: "struck",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
  90: "grey",
};
const UNPAINTS: Readonly<Record<string, readonly string[]>> = {
  22: ["bold", "dim"],
  27: ["inverse"],
  29: ["struck"],
  39: ["red", "green", "yellow", "blue", "magenta", "cyan", "grey"],
};

const ESCAPE = "\u001b";
const SEQUENCE = new RegExp(`${ESCAPE}\\[([?]?)([\\d;]*)([A-Za-z])|[^]`, "gu");

/**
 * What is on a terminal of this width after all of that was written to it: the part of a VT100 that the program and
 * its libraries use. Rows never scroll away.
 *
 * @throws Error for a sequence that it does not know.
 */
export function shownOf(written: string, columns: number): Shown {
  const lines: Line[] = [[]];
  const passing: string[] = [];
  const paints = new Set<string>();
  // Rows count within a line, as no program here goes up into one that was broken but readline, by rows.
  let row = 0;
  let column = 0;

  const line = (): Line => {
    for (let at = lines.length; at <= row; at += 1) lines.push([]);
    return lines[row] ?? [];
  };
  const put = (character: string): void => {
    const on = line();
    for (let at = on.length; at < column; at += 1) on.push({ character: " ", paint: "" });
    on[column] = { character, paint: [...paints].join("+") };
    column += 1;
  };
  const erase = (how: string): void => {
    const text = textOf(line());
    if (column === 0 && text.trim() !== "" && how === "K") passing.push(text.trim());
    line().splice(column);
    if (how === "J") lines.splice(row + 1);
  };
  const paint = (codes: string): void => {
    for (const code of codes === "" ? ["0"] : codes.split(";")) {
      if (code === "0") paints.clear();
      else if (PAINTS[code] !== undefined) paints.add(PAINTS[code]);
      else for (const one of UNPAINTS[code] ?? [unknown(code)]) paints.delete(one);
    }
  };
  const move = (by: number, code: string): void => {
    // A cursor goes up within a line that took several rows, before it leaves it.
    if (code === "A") {
      for (let left = by; left > 0; left -= 1) {
        if (column >= columns) column -= columns;
        else row = Math.max(0, row - 1);
      }
    } else if (code === "B") row += by;
    else if (code === "C") column += by;
    else if (code === "D") column = Math.max(column - (column % columns), column - by);
    else if (code === "G") column = column - (column % columns) + by - 1;
    else if (code === "H") [row, column] = [0, 0];
    else unknown(code);
  };

  for (const [text, isPrivate, given = "", code] of written.matchAll(SEQUENCE)) {
    if (code === undefined) {
      // At the end of a full row the cursor is still in it.
      if (text === "\r") column -= column % columns || Math.min(column, columns);
      else if (text === "\n") [row, column] = [row + 1, column % columns];
      else if (text === "\b") column = Math.max(0, column - 1);
      else if (text >= " ") put(text);
      else unknown(text);
    } else if (isPrivate === "?") {
      // The cursor is hidden or shown, and bracketed pastes are asked for.
    } else if (code === "m") paint(given);
    else if (code === "K" || code === "J") erase(code);
    else move(given === "" ? 1 : Number(given), code);
  }
  const last = lines.findLastIndex((one) => textOf(one).trim() !== "");
  const kept = lines.slice(0, last + 1);
  return {
    passing,
    lines: kept.map((one) => ({ text: painted(one), isBroken: one.length > columns })),
    rows: kept.reduce((sum, one) => sum + Math.max(1, Math.ceil(one.length / columns)), 0),
  };
}

function unknown(code: string): never {
  throw new Error(`The terminal of these tests does not know ${JSON.stringify(code)}.`);
}

function textOf(line: Line): string {
  return line.map(({ character }) => character).join("");
}

/** A line with its colours in words: `«green:✓»`. */
function painted(line: Line): string {
  let text = "";
  let before = "";
  for (const { character, paint } of line) {
    if (paint !== before) text += `${before === "" ? "" : "»"}${paint === "" ? "" : `«${paint}:`}`;
    text += character;
    before = paint;
  }
  return (before === "" ? text : `${text}»`).trimEnd();
}
