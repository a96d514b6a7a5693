import { CliError } from "./cli-error.js";
import { escaped } from "./printable.js";

/** What a terminal acts upon, and JSON leaves as it is. */
const ACTS_IN_JSON = /[\x7f-\x9f\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Levels below these are on one line: what is nested ten thousand deep would be nothing but blanks. */
const INDENTED_LEVELS = 32;

/** Documents that are larger than this are not indented. In UTF-16 code units. */
const LARGEST_INDENTED = 2 ** 26;

/** About half of what a string can hold. */
const LARGEST = 2 ** 28;

/** Written text is looked through, and kept, in pieces of about this size. */
const CHUNK = 65_536;

/** How a document is laid out. */
interface Layout {
  readonly indentedLevels: number;
  /** Between a key and its value. */
  readonly colon: ":" | ": ";
}

const INDENTED: Layout = { indentedLevels: INDENTED_LEVELS, colon: ": " };
const FLAT: Layout = { indentedLevels: 0, colon: ": " };
const DENSE: Layout = { indentedLevels: 0, colon: ":" };

/** An array or an object of which some members are written. */
interface Level {
  readonly close: "]" | "}";
  readonly count: number;
  readonly labelAt: (index: number) => string;
  readonly valueAt: (index: number) => unknown;
  next: number;
}

/**
 * What `--json` prints: one JSON document with a newline at its end, which does nothing to a terminal.
 * Indented as far as that leaves it readable, and not at all where it would be too large.
 *
 * Keeps a stack of its own: a server decides how deep its values are nested.
 *
 * @throws CliError `answer_too_large` beyond 268,435,456 characters.
 */
export function jsonDocument(value: unknown): string {
  const text = written(value, INDENTED, LARGEST_INDENTED) ?? written(value, FLAT, LARGEST);
  if (text !== undefined) return `${text}\n`;
  throw tooLarge();
}

/** A value that is small and not deep as JSON on one line, which does nothing to a terminal. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll(ACTS_IN_JSON, escaped)}\n`;
}

/**
 * Any value as JSON on one line, without a newline at its end, which does nothing to a terminal.
 *
 * @throws CliError `answer_too_large` beyond 268,435,456 characters.
 */
export function jsonText(value: unknown): string {
  const text = written(value, DENSE, LARGEST);
  if (text !== undefined) return text;
  throw tooLarge();
}

/** The document, or nothing where it is too large. */
function written(
  root: unknown,
  { indentedLevels, colon }: Layout,
  largest: number,
): string | undefined {
  const chunks: string[] = [];
  let chunk = "";
  let size = 0;
  const open: Level[] = [];
  const lead = Array.from({ length: indentedLevels + 1 }, (_, depth) => `\n${"  ".repeat(depth)}`);

  function flush(): void {
    const harmless = chunk.replaceAll(ACTS_IN_JSON, escaped);
    size += harmless.length;
    chunks.push(harmless);
    chunk = "";
  }

  function begin(value: unknown): void {
    const level = typeof value === "object" && value !== null ? levelOf(value, colon) : undefined;
    if (level === undefined) chunk += JSON.stringify(value) ?? "null";
    else if (level.count === 0) chunk += level.close === "]" ? "[]" : "{}";
    else {
      chunk += level.close === "]" ? "[" : "{";
      open.push(level);
    }
  }

  begin(root);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (chunk.length > CHUNK) flush();
    if (size > largest) return undefined;
    const depth = open.length <= indentedLevels ? open.length : undefined;
    if (level.next < level.count) {
      if (level.next > 0) chunk += ",";
      if (depth !== undefined) chunk += lead[depth];
      chunk += level.labelAt(level.next);
      level.next += 1;
      begin(level.valueAt(level.next - 1));
    } else {
      open.pop();
      if (depth !== undefined) chunk += lead[depth - 1];
      chunk += level.close;
    }
  }
  flush();
  return size > largest ? undefined : chunks.join("");
}

function tooLarge(): CliError {
  return new CliError(`The answer is too large to be printed: more than ${LARGEST} characters.`, {
    code: "answer_too_large",
  });
}

function levelOf(value: object, colon: Layout["colon"]): Level {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const valueAt = (index: number): unknown => items[index];
    return { close: "]", count: items.length, labelAt: () => "", valueAt, next: 0 };
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return {
    close: "}",
    count: members.length,
    labelAt: (index) => `${JSON.stringify(members[index]?.[0])}${colon}`,
    valueAt: (index) => members[index]?.[1],
    next: 0,
  };
}
