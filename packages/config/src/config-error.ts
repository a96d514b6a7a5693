import { CodedError, type CodedErrorOptions } from "@x/wire";
import { quoted } from "./wording.js";

/** Codes of {@link ConfigError}. */
export type ConfigErrorCode =
  | "not_json"
  | "invalid"
  | "unresolved_variable"
  | "unreadable_env_file"
  | "invalid_server_name";

/**
 * One thing that is wrong with a file.
 *
 * `line` is where in the file it stands: of what is missing, where the object begins that lacks it. `field`
 * is a path inside the server (`args[2]`, `env.TOKEN`) or, where `server` is absent, inside the file.
 * `line` and `column` count from 1, columns in UTF-16 code units. `message` says what is expected and what
 * was found; it never holds a value of `env`, of `headers`, of a variable or of an input.
 */
export type ConfigProblem = { readonly line: number; readonly message: string } & (
  | { readonly code: "not_json"; readonly column: number }
  | { readonly code: "invalid"; readonly server?: string; readonly field?: string }
  | {
      readonly code: "unresolved_variable";
      readonly server: string;
      readonly field: string;
      /** `NAME`, or `input:id`. */
      readonly variable: string;
    }
  | {
      readonly code: "unreadable_env_file";
      readonly server: string;
      readonly field: "envFile";
    }
  | { readonly code: "invalid_server_name"; readonly server: string }
);

/** Takes one problem; a file is read to its end, so that all of them are reported together. */
export type Report = (problem: ConfigProblem) => void;

/** What a {@link ConfigError} carries beside its sentence. */
export interface ConfigErrorOptions extends CodedErrorOptions<ConfigErrorCode> {
  /** The file as the caller named it. */
  readonly file: string;
  /** In the order of the file's servers; at least one. */
  readonly problems: readonly ConfigProblem[];
}

/**
 * Thrown for a configuration file that cannot be used. `code` is that of the first problem.
 *
 * There is no `cause`: a JSON parser's own message quotes the text, and the text holds secrets.
 */
export class ConfigError extends CodedError<ConfigErrorCode> {
  override readonly name = "ConfigError";
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(message: string, options: ConfigErrorOptions) {
    super(message, options);
    this.file = options.file;
    this.problems = options.problems;
  }
}

const MOST_LINES = 20;

/** The error for `first` and `others`: one sentence, or a list of at most 20 of them. */
export function configError(
  file: string,
  first: ConfigProblem,
  others: readonly ConfigProblem[] = [],
): ConfigError {
  const problems = [first, ...others];
  const lines = problems.slice(0, MOST_LINES).map(sentence);
  if (problems.length > MOST_LINES) {
    lines.push(`and ${problems.length - MOST_LINES} more`);
  }
  const message =
    others.length === 0
      ? `${file}: ${lines.join("")}`
      : `${file}: ${problems.length} problems\n- ${lines.join("\n- ")}`;
  return new ConfigError(message, { code: first.code, file, problems });
}

function sentence(problem: ConfigProblem): string {
  return `${whereOf(problem).join(", ")}: ${problem.message}`;
}

function whereOf(problem: ConfigProblem): readonly string[] {
  const line = `line ${problem.line}`;
  switch (problem.code) {
    case "not_json":
      return [line, `column ${problem.column}`];
    case "invalid":
    case "unresolved_variable":
    case "unreadable_env_file": {
      const server = problem.server === undefined ? [] : [`server ${quoted(problem.server)}`];
      const field = problem.field === undefined ? [] : [problem.field];
      return [line, ...server, ...field];
    }
    case "invalid_server_name":
      return [line, `server ${quoted(problem.server)}`];
  }
}
