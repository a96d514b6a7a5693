/** One row of a checklist, as it stands in its table. */
interface Row {
  readonly section: string;
  readonly id: string;
  readonly rule: string;
  readonly specification: string;
  readonly shownBy: string;
}

/** What a checklist has to be. */
export interface Expected {
  /** How many rows each section has, in the order of the sections. */
  readonly rows: { readonly [section: string]: number };
  /** The ids of the rows that have a reason instead of a test, in their order. */
  readonly untested: readonly string[];
  /** The beginning of every link to the specification. */
  readonly specification: string;
  /** The text of a test file; `undefined` where there is none. */
  readonly read: (file: string) => string | undefined;
}

const HEADER = ["id", "rule", "specification", "shown by"];
const NO_TEST = /^no test: \S.{9,}\.$/;
const TEST = /^`([^`]+\.test\.ts)` "(.+)"$/;

/** What is wrong with a checklist, a sentence each; nothing where it is right. */
export function problemsOf(text: string, expected: Expected): readonly string[] {
  const { rows, strays } = rowsOf(text);
  return [
    ...strays.map((line) => `No row of a table: ${line}`),
    ...wrongCounts(rows, expected.rows),
    ...repeated(rows.map(({ id }) => id)).map((id) => `The id ${id} is there more than once.`),
    ...wrongReasons(rows.filter(isUntested), expected.untested),
    ...rows.flatMap((row) => rowProblems(row, expected)),
  ];
}

/** The rows of all tables, and lines that are neither rows nor what stands above them. */
function rowsOf(text: string): { readonly rows: readonly Row[]; readonly strays: string[] } {
  const rows: Row[] = [];
  const strays: string[] = [];
  let section = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("#")) section = line.replace(/^#+ /, "");
    if (!line.startsWith("|")) continue;
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [id = "", rule = "", specification = "", shownBy = ""] = cells;
    const isHead = cells.join() === HEADER.join() || cells.every((cell) => /^-+$/.test(cell));
    if (cells.length !== HEADER.length) strays.push(line);
    else if (!isHead) rows.push({ section, id, rule, specification, shownBy });
  }
  return { rows, strays };
}

function wrongCounts(rows: readonly Row[], expected: Expected["rows"]): readonly string[] {
  const found: { [section: string]: number } = {};
  for (const { section } of rows) found[section] = (found[section] ?? 0) + 1;
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  return is === should ? [] : [`Rows by section are ${is}; they have to be ${should}.`];
}

function isUntested({ shownBy }: Row): boolean {
  return NO_TEST.test(shownBy);
}

function wrongReasons(rows: readonly Row[], ids: readonly string[]): readonly string[] {
  const found = rows.map(({ id }) => id).join() || "no row";
  const may = ids.join() || "no row";
  return found === may ? [] : [`Reasons in place of tests have ${found}; it may be ${may}.`];
}

function rowProblems(row: Row, expected: Expected): readonly string[] {
  const { id, rule, specification, shownBy } = row;
  const problems: string[] = [];
  if (!/^[A-Z]\d\d$/.test(id)) problems.push("its id is no letter and two digits");
  if (rule.length < 10) problems.push("it has no rule");
  const link = /^\[[^\]]+\]\(([^)]+)\)$/.exec(specification)?.[1];
  if (!link?.startsWith(expected.specification))
    problems.push("it has no place in the specification");
  if (!isUntested(row)) {
    problems.push(...shownBy.split("<br>").flatMap((test) => testProblem(test, expected.read)));
  }
  return problems.map((problem) => `${id}: ${problem}.`);
}

function testProblem(test: string, read: Expected["read"]): readonly string[] {
  const [, path = "", title = ""] = TEST.exec(test) ?? [];
  if (path === "") return [`neither a test nor a reason: ${JSON.stringify(test)}`];
  const text = read(path.startsWith("apps/") ? path : `packages/${path}`);
  if (text === undefined) return [`there is no file ${path}`];
  if (/\b(?:it|test|describe)\.(?:skip|skipIf|runIf|todo|only|fails)\b/.test(text)) {
    return [`not every test of ${path} is run and has to pass`];
  }
  const count = titlesOf(text).filter((one) => one === title).length;
  return count === 1 ? [] : [`${count} tests of ${path} have the title ${JSON.stringify(title)}`];
}

function repeated(ids: readonly string[]): readonly string[] {
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}

/** `test("…",`, `test.each(…)("…",` and the end of such a table: `)("…",`, each at its line's beginning. */
const TITLED =
  /^( *)(?:(it|test|describe)(?:\.concurrent)?\(|(?! *(?:\/\/|\*|\/\*)).*\)\()\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/gm;

/**
 * The titles of the tests in a file as they are written, with placeholders, each behind those of the
 * groups that it stands in. Relies on the formatter: a group's tests are indented deeper than it is.
 */
function titlesOf(text: string): readonly string[] {
  const titles: string[] = [];
  const groups: { readonly indent: number; readonly title: string }[] = [];
  for (const match of text.matchAll(TITLED)) {
    const [, space = "", plain, quoted, template = ""] = match;
    const indent = space.length;
    const kind = plain ?? tableOf(text.slice(0, match.index + match[0].length), indent);
    if (kind === undefined) continue;
    while (indent <= (groups.at(-1)?.indent ?? -1)) groups.pop();
    const title = quoted === undefined ? template : String(JSON.parse(`"${quoted}"`));
    if (kind === "describe") groups.push({ indent, title });
    else titles.push([...groups.map((group) => group.title), title].join(" > "));
  }
  return titles;
}

/** What the table that ends a text makes: the nearest opener that begins a line with that indent. */
function tableOf(text: string, indent: number): string | undefined {
  const openers = new RegExp(`^ {${indent}}(it|test|describe)\\.(?:each|for)\\b`, "gm");
  return [...text.matchAll(openers)].at(-1)?.[1];
}
