import { resolve } from "node:path";
import { checkContent, type FieldProblem, type FieldValue, type FormRequest } from "@x/input";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { type Reading, readNamed, tooLargeText } from "./named-file.js";

/** What a file has for the forms of servers. */
export interface Answers {
  /** The first of these that fits a form answers it; each has values by the names of fields. */
  readonly contents: readonly JsonObject[];
  /** All texts and numbers in them: what nobody but the server that asks is to see. */
  readonly secrets: readonly string[];
}

/** Where no file is given. */
export const NO_ANSWERS: Answers = { contents: [], secrets: [] };

/** A form answered by a file, or what keeps the file from answering it. */
export type Found =
  | { readonly type: "content"; readonly content: { readonly [field: string]: FieldValue } }
  /** Values of it that do not fit; none where it has none for this form. */
  | { readonly type: "none"; readonly unfit: readonly FieldProblem[] };

/**
 * Reads a file of answers: an object with values by the names of fields, or an array of such objects.
 *
 * @throws CliError `answers_not_readable`, `invalid_answers`; nothing that is in the file is in the message.
 */
export async function loadAnswers(file: string, cwd: string, reading: Reading): Promise<Answers> {
  const shown = JSON.stringify(file);
  let text: string;
  try {
    text = String(await readNamed(resolve(cwd, file), reading));
  } catch (cause) {
    throw new CliError(`The answers ${shown} ${flaw(cause)}. Nothing was started.`, {
      code: "answers_not_readable",
      cause,
    });
  }
  const value = parsed(text, shown);
  const contents: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!contents.every(isJsonObject)) {
    throw invalid(
      `${shown} has to be an object of values by the names of fields, or an array of such`,
    );
  }
  return { contents, secrets: [...new Set(contents.flatMap(textsIn))] };
}

/**
 * What the answers have for a form: those of the first object that has a value for all required fields,
 * and at least one. Nothing is added to it, and it is as the form wants it.
 */
export function contentFor(form: FormRequest, { contents }: Answers): Found {
  let unfit: readonly FieldProblem[] = [];
  for (const values of contents) {
    const given = form.fields.flatMap(({ name }) =>
      Object.hasOwn(values, name) ? [[name, values[name] as FieldValue] as const] : [],
    );
    const content = Object.fromEntries(given);
    const problems = checkContent(form, content);
    if (given.length > 0 && problems.length === 0) return { type: "content", content };
    if (unfit.length === 0) unfit = problems.filter(({ code }) => code !== "missing");
  }
  return { type: "none", unfit };
}

function flaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "do not exist";
    case "EISDIR":
      return "are a directory; name a file";
    case "EACCES":
    case "EPERM":
      return "may not be read; check their permissions";
    case "EFBIG":
      return `are ${tooLargeText()}`;
    default:
      return `cannot be read (${code})`;
  }
}

/** What a parser says of a flaw quotes what is around it, which is not for anybody to see. */
function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : "";
    const at = / at position (\d+)/.exec(said)?.[1];
    throw invalid(`${shown} is not JSON${at === undefined ? "" : ` (at character ${at})`}`);
  }
}

function invalid(why: string): CliError {
  return new CliError(`The answers cannot be used: ${why}. Nothing was started.`, {
    code: "invalid_answers",
  });
}

/** Words that stand for themselves everywhere. */
const WORDS: readonly string[] = ["true", "false", "null"];

function textsIn(content: JsonObject): readonly string[] {
  return Object.values(content)
    .flat()
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map(String)
    .filter((text) => !WORDS.includes(text));
}
