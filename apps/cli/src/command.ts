import type { Shape } from "./documents/shape.js";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import type { ServerSettings } from "./server-settings.js";

/** One command of the program: all that help, completion and hints tell of it, and how it is read. */
export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What stands behind its name, in order. */
  readonly words: readonly Word[];
  readonly options: readonly Option[];
  /** Whole command lines. */
  readonly examples: readonly string[];
  /** What its answer is with `--json`; none where it prints no JSON. */
  readonly document?: () => Promise<Shape>;
  /** Whether it prints a JSON document a line with `--json`, not one in all. */
  readonly printsLines?: true;
  /** What other programs call it. */
  readonly alsoCalled?: readonly string[];
  /** Whose arguments its words `key=value` are, where it takes some. */
  readonly argumentsOf?: "prompt" | "tool";
  /**
   * Reads what was typed behind its name; nothing is opened or started by it.
   *
   * @throws CliError `invalid_usage`.
   */
  readonly read: (words: readonly string[], given: Given) => Job | Promise<Job>;
}

/** What a command does. */
type Job = OnServers | Alone;

/** Works on the servers of a configuration, which is loaded first. */
export interface OnServers {
  readonly on: "servers";
  readonly settings: ServerSettings;
  /** Whether it is run again and again, with the configuration as it is by then. */
  readonly again?: Again | undefined;
  /** Gives the exit code; rejects with what keeps it from giving an answer. */
  readonly run: (invocation: Invocation) => ExitCode | Promise<ExitCode>;
}

/** When a command is run again: where a file of the configuration has changed, or after this time. */
export interface Again {
  /** In milliseconds; nothing for changes alone. */
  readonly everyMs: number | undefined;
}

/** Works on no configuration. */
interface Alone {
  readonly on: "nothing";
  readonly run: (around: Around) => ExitCode | Promise<ExitCode>;
}

/** What a command has that works on no configuration. */
interface Around {
  readonly io: Io;
  /** The working directory. @throws CliError `no_working_directory`. */
  readonly cwd: () => string;
  /** All there are, in the order of the help. */
  readonly commands: readonly Command[];
}

/** A word behind the name of a command. */
export interface Word {
  /** As it stands in the help: `SERVER`, `key=value`. */
  readonly name: string;
  /** Default: there has to be one. */
  readonly count?: "any" | "optional";
  /** What can be put there, where that is something that can be listed. */
  readonly holds?:
    | "arguments"
    | "command"
    | "file"
    | "prompt"
    | "server"
    | "shell"
    | "tool"
    | "uri";
}

/** An option; one name means the same in every command that has it. */
export interface Option {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for its value in the help; none where it takes no value. */
  readonly value?: string;
  /** Whether it may be given several times; otherwise the last one counts. */
  readonly isRepeatable?: true;
  /** Its values, where they are few. */
  readonly choices?: readonly string[];
  /** What its value names, where that can be listed. */
  readonly holds?: "file" | "server";
  /** The topic of the help that it is explained in, where that is not each command's own. */
  readonly topic?: "servers";
  /** One line of the help. */
  readonly summary: string;
}

/** What was given by options. */
export interface Given {
  /** The value of an option, the last where it was given several times; nothing where it was not given. */
  readonly text: (option: Option) => string | undefined;
  /** All values of an option, in order. */
  readonly texts: (option: Option) => readonly string[];
  readonly has: (option: Option) => boolean;
  /** The words behind `--`; nothing where there is none. */
  readonly behind: readonly string[] | undefined;
}
