import { call } from "./call.js";
import { CliError } from "./cli-error.js";
import { parseCommandLine } from "./command-line.js";
import type { WorkLine } from "./commands.js";
import { doctor } from "./doctor.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { exitCodeOfError, failureText } from "./failure.js";
import { type Invocation, invocationOf } from "./invocation.js";
import type { Io } from "./io.js";
import { listen } from "./listen.js";
import { loadConfig } from "./load-config.js";
import { printable } from "./printable.js";
import { prompt } from "./prompt.js";
import { prompts } from "./prompts.js";
import { read } from "./read.js";
import { resources } from "./resources.js";
import { tools } from "./tools.js";
import { HELP } from "./usage.js";
import { VERSION } from "./version.js";

/**
 * Runs the program once and gives its exit code. Never rejects.
 *
 * When it settles nothing that it started is left, also where `io.signal` was set off; then nothing
 * more is printed, and the code is `ok` where no answer had been printed.
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
    if (io.signal.aborted) return EXIT.ok;
    io.stderr(`${printable(failureText(error, hide))}\n`);
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
    case "resources":
      return resources(line, invocation);
    case "read":
      return read(line, invocation);
    case "prompts":
      return prompts(line, invocation);
    case "prompt":
      return prompt(line, invocation);
    case "listen":
      return listen(line, invocation);
  }
}
