import { resolve } from "node:path";
import { CliError, invalidUsage } from "./cli-error.js";
import { type Reading, readNamed, tooLargeText } from "./named-file.js";

/** One argument as it was typed. */
export interface Pair {
  readonly key: string;
  /** What stands for the value: words, or, where `form` is `json`, a value as JSON. */
  readonly text: string;
  readonly form: "text" | "json";
}

/** The same, where the text may still be that of a file. */
export interface Word extends Pair {
  /** `text` names a file, and what is in it is meant. */
  readonly isFile: boolean;
}

/**
 * Reads words that are written `key=value`, `key:=JSON`, `key=@FILE` or `key:=@FILE`, each key once.
 *
 * @throws CliError `invalid_usage`.
 */
export function keyValues(words: readonly string[]): readonly Word[] {
  const keys = new Set<string>();
  return words.map((word) => {
    const [, key, colon, at, text] = /^([^=]+?)(:?)=(@?)(.*)$/s.exec(word) ?? [];
    if (key === undefined || text === undefined) {
      throw invalidUsage(`An argument is written key=value, found ${JSON.stringify(word)}.`);
    }
    if (keys.has(key)) throw invalidUsage(`The argument ${JSON.stringify(key)} is given twice.`);
    keys.add(key);
    const form = colon === ":" ? "json" : "text";
    return { key, text, form, isFile: at === "@" };
  });
}

/**
 * The arguments with what is in their files, relative ones in the working directory `cwd`. A file's line
 * end at its end is part of a text.
 *
 * @throws CliError `invalid_argument` for a file that cannot be read, or is no text.
 */
export function filled(
  words: readonly Word[],
  cwd: string,
  reading: Reading,
): Promise<readonly Pair[]> {
  return Promise.all(
    words.map(async ({ isFile, ...pair }) =>
      isFile ? { ...pair, text: await textOf(pair, cwd, reading) } : pair,
    ),
  );
}

async function textOf({ key, text: file }: Pair, cwd: string, reading: Reading): Promise<string> {
  try {
    const bytes = await readNamed(resolve(cwd, file), reading);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const what = `The argument ${JSON.stringify(key)} is to be what is in ${JSON.stringify(file)}, which ${fileFlaw(cause)}.`;
    const remedy = `A text that begins with @ is written ${key}:='${JSON.stringify(`@${file}`)}'.`;
    throw new CliError(`${what} ${remedy} Nothing was sent.`, { code: "invalid_argument", cause });
  }
}

/** Why a file could not be read as text, behind "which". */
export function fileFlaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "does not exist";
    case "EISDIR":
      return "is a directory";
    case "EACCES":
    case "EPERM":
      return "may not be read; check its permissions";
    case "EFBIG":
      return `is ${tooLargeText()}`;
    case "ERR_ENCODING_INVALID_ENCODED_DATA":
      return "is no text in UTF-8";
    default:
      return `cannot be read (${code})`;
  }
}
