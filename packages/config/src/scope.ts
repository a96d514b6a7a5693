import { type ConfigKind, type Dialect, dialectOf, kindOfFile } from "./config-kind.js";
import type { InputDeclaration } from "./inputs.js";

/** Environment variables by name, as a platform has them; an absent one is `undefined`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What {@link parseConfig} needs beside the text: whose file it is, and what its references stand for. */
export interface ParseOptions {
  /** What errors and origins call the file; a path also tells whose file it is, where `kind` does not. */
  readonly file: string;
  /** Whose file it is; by default what its path tells, see {@link kindOfFile}. */
  readonly kind?: ConfigKind;
  /**
   * Read the servers that `~/.claude.json` has for this project, and only these; an absolute path. Without
   * it those are read that hold for all projects.
   */
  readonly project?: string;
  /** What `${NAME}` is looked up in, usually the process's own environment. */
  readonly env: Variables;
  /** The folder that is worked in: `${workspaceFolder}`, where the kind of file has it. Absolute. */
  readonly workspaceFolder?: string;
  /** The home directory: `${userHome}`, where the kind of file has it. Absolute. */
  readonly userHome?: string;
  /**
   * What was answered to a declared input: `${input:id}`; `undefined` where nothing was. What it throws is
   * thrown on.
   */
  readonly input?: (id: string) => string | undefined;
  /**
   * The text of an `envFile`, named as in the file with its variables replaced: what a relative path counts
   * from is the host's to decide. May throw; the error names file, line, server and `envFile`.
   */
  readonly readEnvFile?: (path: string) => string;
  /**
   * The text of a file that `${file:PATH}` stands for, in the kinds of file that have it; `~` at its beginning is
   * already `userHome`, and what another relative path counts from is the host's to decide. Line ends after the
   * last line are not put in. May throw; the error names file, line, server and field.
   */
  readonly readFile?: (path: string) => string;
  /**
   * What becomes of servers that have problems of their own: `throw` (default), or `list`, which gives the
   * others, and these as `unusable`.
   */
  readonly unusable?: "throw" | "list";
}

/** {@link ParseOptions} as they apply to one file. */
export interface Scope extends ParseOptions {
  readonly dialect: Dialect;
  /** Declared in the file, by id. */
  readonly inputs: ReadonlyMap<string, InputDeclaration>;
}

/** What the file's kind, by its options, makes of it. */
export function dialectOfOptions({ kind, file }: Pick<ParseOptions, "kind" | "file">): Dialect {
  return dialectOf(kind ?? kindOfFile(file));
}

/** The value of a name that is no environment variable but a place, in the files that have them. */
export function placeOf(name: string, scope: Scope): string | undefined {
  if (!scope.dialect.places) return undefined;
  switch (name) {
    case "workspaceFolder":
      return scope.workspaceFolder;
    case "workspaceFolderBasename":
      return scope.workspaceFolder?.split(/[/\\]/).findLast((part) => part !== "");
    case "userHome":
      return scope.userHome;
    case "pathSeparator":
    case "/":
      return separatorOf(scope);
  }
  return undefined;
}

/** `\` where the paths that are known are those of Windows. */
function separatorOf({ workspaceFolder, userHome, file }: Scope): string {
  const path = [workspaceFolder, userHome, file].find((known) => known !== undefined) ?? "";
  return /^([A-Za-z]:\\|\\\\)/.test(path) ? "\\" : "/";
}
