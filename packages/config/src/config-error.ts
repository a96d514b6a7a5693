import { CodedError, type CodedErrorOptions } from "@x/wire";
import { quoted } from "./wording.js";

/** Codes of {@link ConfigError}. */
export type ConfigErrorCode =
  | "not_json"
  | "invalid"
  | "unresolved_variable"
  | "invalid_server_name";

/**
 * One thing that is wrong with a configuration file.
 *
 * `field` is a path inside the server (`args[2]`, `env.TOKEN`) or, where `server` is absent, inside
 * the file. `line` and `column` count from 1, columns in UTF-16 code units. `message` says what is
 * expected and what was found; it never holds a value of `env`, of `headers` or of a variable.
 */
export type ConfigProblem =
  | {
      readonly code: "not_json";
      readonly line: number;
      readonly column: number;
      readonly message: string;
    }
  | {
      readonly code: "invalid";
      readonly server?: string;
      readonly field?: string;
      readonly message: string;
    }
  | {
      readonly code: "unresolved_variable";
      readonly server: string;
      readonly field: string;
      readonly variable: string;
      readonly message: string;
    }
  | { readonly code: "invalid_server_name"; readonly server: string; readonly message: string };

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
  switch (problem.code) {
    case "not_json":
      return `line ${problem.line}, column ${problem.column}: ${problem.message}`;
    case "invalid":
    case "unresolved_variable": {
      const server = problem.server === undefined ? [] : [`server ${quoted(problem.server)}`];
      const field = problem.field === undefined ? [] : [problem.field];
      return [[...server, ...field].join(", "), problem.message].filter(Boolean).join(": ");
    }
    case "invalid_server_name":
      return `server ${quoted(problem.server)}: ${problem.message}`;
  }
}
