import { call } from "./call.js";
import { parseCommandLine, type WorkLine } from "./command-line.js";
import { doctor } from "./doctor.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { exitCodeOfError, failureText } from "./failure.js";
import type { Io } from "./io.js";
import { loadConfig } from "./load-config.js";
import { printable } from "./printable.js";
import { openSession, type Session } from "./session.js";
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
  let session: Session | undefined;
  try {
    const line = parseCommandLine(argv);
    if (line.command === "help") return print(HELP, io);
    if (line.command === "version") return print(`${VERSION}\n`, io);
    session = openSession(await loadConfig(line.config, io), io);
    return await work(line, session);
  } catch (error) {
    const text = failureText(error);
    if (!io.signal.aborted) {
      io.stderr(`${printable(session?.redaction.text(text) ?? text)}\n`);
    }
    return exitCodeOfError(error);
  }
}

function print(text: string, io: Io): ExitCode {
  io.stdout(text);
  return EXIT.ok;
}

function work(line: WorkLine, session: Session): Promise<ExitCode> {
  switch (line.command) {
    case "doctor":
      return doctor(session, line.format);
    case "tools":
      return tools(session, line.format);
    case "call":
      return call(line, session);
  }
}
