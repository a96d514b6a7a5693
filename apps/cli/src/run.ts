import { call } from "./call.js";
import { CliError } from "./cli-error.js";
import { parseCommandLine, type WorkLine } from "./command-line.js";
import { doctor } from "./doctor.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { exitCodeOfError, failureText } from "./failure.js";
import { type Invocation, invocationOf } from "./invocation.js";
import type { Io } from "./io.js";
import { loadConfig } from "./load-config.js";
import { printable } from "./printable.js";
import { tools } from "./tools.js";
import { HELP } from "./usage.js";
import { VERSION } from "./version.js";

/**
 * Runs the program once and gives its exit code. Never rejects.
 *
 * When it settles nothing that it started is left, also where `io.signal` was set off; then nothing
 * more is printed, and the code means nothing.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let invocation: Invocation | undefined;
  try {
    const line = parseCommandLine(argv);
    if (line.command === "help") return print(HELP, io);
    if (line.command === "version") return print(`${VERSION}\n`, io);
    const cwd = workingDirectory(io);
    invocation = invocationOf(await loadConfig(line.config, { cwd, env: io.env }), cwd, io);
    return await work(line, invocation);
  } catch (error) {
    const hide = invocation?.redaction.text ?? ((text) => text);
    if (!io.signal.aborted) io.stderr(`${printable(failureText(error, hide))}\n`);
    return exitCodeOfError(error);
  }
}

function print(text: string, io: Io): ExitCode {
  io.stdout(text);
  return EXIT.ok;
}

function workingDirectory({ cwd }: Io): string {
  try {
    return cwd();
  } catch (cause) {
    throw new CliError("The working directory is not there any more. Change to one that is.", {
      code: "no_working_directory",
      cause,
    });
  }
}

function work(line: WorkLine, invocation: Invocation): Promise<ExitCode> {
  switch (line.command) {
    case "doctor":
      return doctor(invocation, line.format);
    case "tools":
      return tools(invocation, line.format);
    case "call":
      return call(line, invocation);
  }
}
