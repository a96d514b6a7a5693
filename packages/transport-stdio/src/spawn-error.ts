import { isAbsolute, join } from "node:path";
import type { OpenFailure } from "@x/connection";
import { builtin } from "./builtin.js";
import { searchPath } from "./environment.js";
import type { Launch } from "./spawn-server.js";

/**
 * Says why a child could not be started, and what to do.
 *
 * The operating system gives one code for several causes: `ENOENT` may be the command, the working
 * directory, or the interpreter that a script names. They are told apart here.
 */
export async function explainSpawnError(
  error: NodeJS.ErrnoException,
  launch: Launch,
): Promise<OpenFailure> {
  const code = error.code ?? "UNKNOWN";
  const message = `"${launch.command}" could not be started: ${await cause(code, error, launch)}`;
  return { type: "open_failure", phase: "spawn", code, message };
}

async function cause(code: string, error: Error, { command, cwd, env }: Launch): Promise<string> {
  const directory = await builtin("node:fs/promises")
    .stat(cwd)
    .catch(() => undefined);
  if (directory === undefined) {
    return `the working directory ${cwd} does not exist or cannot be read. Create it, or give another one.`;
  }
  if (!directory.isDirectory()) {
    return `the working directory ${cwd} is not a directory. Give another one.`;
  }
  const path = searchPath(env);
  const isPath = /[\\/]/.test(command);
  switch (code) {
    case "ENOENT":
      if (!isPath)
        return (
          `no such command on the PATH that was searched, ${quote(path)}. ` +
          (/\s/.test(command)
            ? "A command is not split at spaces: put what follows the first into its arguments."
            : "Install it, or give its full path.")
        );
      if (await exists(isAbsolute(command) ? command : join(cwd, command))) {
        return "the file is there, but the interpreter that its first line names is not. Install that.";
      }
      return `there is no such file${isAbsolute(command) ? "" : ` below ${cwd}`}. Correct the command.`;
    case "EACCES":
    case "EPERM":
      return isPath
        ? "it may not be executed. Make it executable, or name the program that runs it."
        : `what was found on the PATH, ${quote(path)}, may not be executed. Give its full path.`;
    case "E2BIG":
      return "its arguments and its environment are longer than the system allows. Shorten them.";
    case "EMFILE":
    case "ENFILE":
      return "this system has no more open files to give. Close something, or raise the limit.";
    default:
      return `${error.message}.`;
  }
}

function exists(file: string): Promise<boolean> {
  return builtin("node:fs/promises")
    .access(file)
    .then(
      () => true,
      () => false,
    );
}

function quote(path: string | undefined): string {
  return path === undefined ? "which is not set" : `"${path}"`;
}
