import { clockFrom } from "@x/connection";
import { CliError } from "./cli-error.js";
import { commandIn, parseCommandLine, wantsJson } from "./command-line.js";
import { COMMANDS } from "./commands.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import type { Place } from "./on-servers.js";
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
  const command = commandIn(argv, COMMANDS);
  const usual: Layout = command?.printsLines === true ? "line" : "document";
  const onFailure = async (error: unknown, layout: Layout = usual): Promise<ExitCode> => {
    const { tellFailure } = await import("./tell-failure.js");
    const format = wantsJson(argv) ? layout : "text";
    return tellFailure(error, { io, invocation, format, command });
  };
  const onBegun = (begun: Invocation): void => {
    invocation = begun;
  };
  try {
    return await answer(argv, status, { onBegun, onFailure });
  } catch (error) {
    return io.signal.aborted ? EXIT.ok : await onFailure(error);
  } finally {
    status.clear();
  }
}

/** How a failure is written as JSON: over several lines, or on one. */
type Layout = "document" | "line";

async function answer(
  argv: readonly string[],
  status: StatusLine,
  told: Pick<Place, "onBegun" | "onFailure">,
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
  return onServers(job, { command: command.name, status, cwd: workingDirectory(io), ...told });
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
