/** A code fence. */
export interface Fence {
  readonly language: string;
  readonly code: string;
  /** The line of its opening, from 1. */
  readonly line: number;
}

/** A table, its cells without the spaces around them. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The title of the section that it stands in. */
  readonly section: string;
}

/** All fences of a text, those of doc comments included. */
export function fencesOf(text: string): readonly Fence[] {
  const plain = text.replaceAll(/^ \* ?/gm, "");
  return [...plain.matchAll(/^```(\S*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1] ?? "",
    code: match[2] ?? "",
    line: plain.slice(0, match.index).split("\n").length,
  }));
}

/** A text without its fences, whose lines stay, so that what looks like Markdown in them is none. */
export function withoutFences(text: string): string {
  return text.replaceAll(/^```(\S*)\n(.*?)^```$/gms, (fence) => fence.replaceAll(/[^\n]/g, ""));
}

/** All tables of a text, in their order. */
export function tablesOf(text: string): readonly Table[] {
  const tables: { head: string[]; rows: string[][]; section: string }[] = [];
  let section = "";
  let table: (typeof tables)[number] | undefined;
  for (const line of withoutFences(text).split("\n")) {
    if (line.startsWith("#")) section = line.replace(/^#+ /, "").replaceAll("`", "");
    if (!line.startsWith("|")) {
      table = undefined;
      continue;
    }
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (table === undefined) {
      table = { head: cells, rows: [], section };
      tables.push(table);
    } else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) table.rows.push(cells);
  }
  return tables;
}

/** A table as Markdown, padded as the formatter does. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_cell, at) =>
    Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** Rows whose links lead from one folder, with links from another: both relative to the root. */
export function relinkedRows(
  rows: Table["rows"],
  from: string,
  to: string,
): readonly (readonly string[])[] {
  const up = "../".repeat(to.split("/").length);
  const relinked = (cell: string): string =>
    cell.replaceAll(/\]\(([^)#:]*)(#[^)]*)?\)/g, (_link, path: string, hash = "") => {
      const target = new URL(path === "" ? "README.md" : path, `file:///${from}/`).pathname;
      return `](${up}${target.slice(1)}${hash})`;
    });
  return rows.map((row) => row.map(relinked));
}
