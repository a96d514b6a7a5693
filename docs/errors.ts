import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorOf, relinkedRows, type Table, tablesOf, tableText } from "./markdown.ts";
import type { Regions } from "./regions.ts";

/** One table of codes of one README. */
interface Codes {
  /** Its folder, from the root. */
  readonly folder: string;
  readonly table: Table;
}

/** What the first column of a table of codes is headed by. */
const CODED = new Set([
  ...["code", "error code", "invalid code", "code of a note", "exit code"],
  ...["reason", "refusal", "problem", "flaw", "cause", "kind", "verdict", "phase"],
]);
/** Sections whose tables are of types that an outcome can have. */
const OUTCOMES = new Set(["Outcomes"]);
/** Tables with such a head that are not about what went wrong. */
const OTHERS = new Set(["Whose file it is"]);

const root = join(import.meta.dirname, "..");

/**
 * What `errors.md` has from the READMEs, whose tables the tests of each package pin to its types.
 *
 * @throws Error for a code that a package can give and that is in none of them.
 */
export function errorsRegions(): Regions {
  const all = globSync(["packages/*/README.md", "apps/cli/README.md"], { cwd: root })
    .sort()
    .flatMap((file) => codesIn(file));
  checkComplete(all);
  return new Map([
    ["by-package", byPackage(all)],
    ["by-code", byCode(all)],
  ]);
}

function codesIn(file: string): readonly Codes[] {
  const folder = file.replace(/\/README\.md$/, "");
  return tablesOf(readFileSync(join(root, file), "utf8"))
    .filter(({ head, section }) => {
      const [first = ""] = head;
      return (
        (CODED.has(first) && !OTHERS.has(section)) || (first === "type" && OUTCOMES.has(section))
      );
    })
    .map((table) => ({ folder, table }));
}

function byPackage(all: readonly Codes[]): string {
  const parts: string[] = [];
  let last: Codes | undefined;
  for (const codes of all) {
    const { folder, table } = codes;
    if (folder !== last?.folder) parts.push(`### ${nameOf(codes)}`);
    if (titleOf(codes) !== (last && titleOf(last))) {
      parts.push(`#### ${titleOf(codes)}`);
      parts.push(`From [${folder}](../${folder}/README.md#${anchorOf(table.section)}).`);
    }
    parts.push(tableText(table.head, relinkedRows(table.rows, folder, "docs")));
    last = codes;
  }
  return parts.join("\n\n");
}

function byCode(all: readonly Codes[]): string {
  const places = new Map<string, Set<string>>();
  for (const codes of all) {
    const link = `[${titleOf(codes)}](#${anchorOf(titleOf(codes))})`;
    for (const code of codesOf(codes.table)) {
      places.set(code, (places.get(code) ?? new Set()).add(link));
    }
  }
  const rows = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
  return tableText(
    ["code", "where"],
    rows.map(([code, links]) => [`\`${code}\``, [...links].join(", ")]),
  );
}

/** The codes in the first column, where a row may have several; behind a phase they are in the second. */
function codesOf({ head, rows }: Table): readonly string[] {
  const [at, code] = head[0] === "phase" ? [1, /`([A-Z][A-Z_]+)`/g] : [0, /`([a-z]\w*)`/g];
  return rows.flatMap((row) => [...(row[at] ?? "").matchAll(code)].map(([, one = ""]) => one));
}

function nameOf({ folder }: Codes): string {
  return folder.split("/")[1] ?? "";
}

/** Unique on the page, so that its anchor is. */
function titleOf(codes: Codes): string {
  return `${nameOf(codes)}: ${codes.table.section}`;
}

/** Every code of a closed list that a package exports by a name that ends in `Code`. */
function checkComplete(all: readonly Codes[]): void {
  for (const file of globSync("packages/*/src/*.ts", { cwd: root })) {
    const folder = file.split("/").slice(0, 2).join("/");
    const listed = new Set(
      all.filter((one) => one.folder === folder).flatMap(({ table }) => codesOf(table)),
    );
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name, union = ""] of text.matchAll(/^export type (\w+Code) =([^;]*);/gm)) {
      for (const [, code = ""] of union.matchAll(/(?:^|\|)\s*"(\w+)"/g)) {
        if (listed.has(code)) continue;
        throw new Error(`${folder}/README.md has no table with ${name} "${code}".`);
      }
    }
  }
}
