import Table from "cli-table3";
import type { Screen } from "./screen.js";

/** One text of a table, and what is done to each of its lines. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** No lines: what is copied out of it is what a server is called. */
const BARE = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};

const GAP = 2;
const NARROWEST = 8;

/**
 * Rows of texts as a table that fits the width of a terminal. What is too long for its column goes on in the next
 * line, in the last column from word to word, and nothing is cut. Columns that are empty everywhere are left out.
 */
export function tableText(rows: readonly (readonly Cell[])[], { columns }: Screen): string {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const used = Array.from({ length: count }, (_, at) => at).filter((at) =>
    rows.some((row) => row[at] !== undefined && row[at].text !== ""),
  );
  const longest = used.map((at) => Math.max(...rows.map((row) => row[at]?.text.length ?? 0)));
  const widths = widthsOf(longest, columns);
  const table = new Table({
    chars: BARE,
    colWidths: widths,
    style: { "padding-left": 0, "padding-right": GAP, compact: true },
  });
  for (const row of rows) {
    table.push(
      used.map((at, index) => {
        const { text, paint = same } = row[at] ?? { text: "" };
        const width = (widths[index] ?? columns) - GAP;
        const lines = index === used.length - 1 ? wordLines(text, width) : cutLines(text, width);
        return lines.map(paint).join("\n");
      }),
    );
  }
  return table
    .toString()
    .split("\n")
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

/** Wide columns give way to narrow ones until all fit. */
function widthsOf(longest: readonly number[], columns: number): number[] {
  const widths = longest.map((width) => width + GAP);
  for (;;) {
    const over = widths.reduce((sum, width) => sum + width, 0) - columns;
    const widest = Math.max(0, ...widths);
    if (over <= 0 || widest <= NARROWEST) return widths;
    const at = widths.indexOf(widest);
    const second = Math.max(NARROWEST, ...widths.filter((_, index) => index !== at));
    widths[at] = Math.max(NARROWEST, widest - over, Math.min(second, widest - 1));
  }
}

/** A text in pieces of this width. */
function cutLines(text: string, width: number): readonly string[] {
  const characters = Array.from(text);
  const count = Math.max(1, Math.ceil(characters.length / width));
  return Array.from({ length: count }, (_, at) =>
    characters.slice(at * width, (at + 1) * width).join(""),
  );
}

/** A text in lines of whole words, as far as these fit. */
function wordLines(text: string, width: number): readonly string[] {
  const [, indent = "", rest = ""] = /^( *)(.*)$/s.exec(text) ?? [];
  const lines: string[] = [];
  let line = indent;
  for (const word of rest.split(" ").flatMap((one) => cutLines(one, width))) {
    const longer = line.trim() === "" ? line + word : `${line} ${word}`;
    if (longer.length <= width || line === "") line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function same(text: string): string {
  return text;
}
