import { clockFrom } from "@x/connection";
import { CliError } from "./cli-error.js";
import { commandIn, parseCommandLine, wantsJson } from "./command-line.js";
import { COMMANDS } from "./commands.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import { type StatusLine, statusLine } from "./status-line.js";
import { VERSION } from "./version.js";

/**
 * Runs the program once and gives its exit code. Never rejects.
 *
 * When it settles nothing that it started is left, also where `io.signal` was set off; then nothing
 * more is printed, and the code is `ok` where no answer had been printed.
 */
export async function run(argv: readonly string[], around: Io): Promise<ExitCode> {
  const status = statusLine(around, clockFrom(globalThis));
  const { io } = status;
  let invocation: Invocation | undefined;
  try {
    return await answer(argv, status, (begun) => {
      invocation = begun;
    });
  } catch (error) {
    if (io.signal.aborted) return EXIT.ok;
    const { tellFailure } = await import("./tell-failure.js");
    return tellFailure(error, {
      io,
      invocation,
      format: wantsJson(argv) ? "json" : "text",
      command: commandIn(argv, COMMANDS),
    });
  } finally {
    status.clear();
  }
}

/** @param onBegun is told what is known once a configuration is loaded. */
async function answer(
  argv: readonly string[],
  status: StatusLine,
  onBegun: (invocation: Invocation) => void,
): Promise<ExitCode> {
  const { io } = status;
  const line = parseCommandLine(argv, COMMANDS);
  if (line.type === "version") {
    io.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  if (line.type === "help") {
    const { helpOf } = await import("./help.js");
    io.stdout(helpOf(line.topic, COMMANDS));
    return EXIT.ok;
  }
  const { command, words, given } = line;
  const job = await command.read(words, given);
  if (job.on === "nothing") {
    return job.run({ io, cwd: () => workingDirectory(io), commands: COMMANDS });
  }
  const { onServers } = await import("./on-servers.js");
  return onServers(job, { command: command.name, status, cwd: workingDirectory(io), onBegun });
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
