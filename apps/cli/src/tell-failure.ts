import type { Command } from "./command.js";
import type { ExitCode } from "./exit-code.js";
import { exitCodeOfError, failureText } from "./failure.js";
import { inputRequiredDocument } from "./input-required.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import { printable } from "./printable.js";
import type { Format } from "./server-settings.js";
import { usageHint } from "./usage.js";

/** What a run had come to when it failed. */
export interface Failed {
  readonly io: Io;
  /** None where no configuration had been loaded. */
  readonly invocation: Invocation | undefined;
  readonly format: Format;
  /** What a mistake in the command line may be about. */
  readonly command: Command | undefined;
}

/** Says on stderr what kept a command from giving an answer, and gives the exit code. */
export function tellFailure(error: unknown, failed: Failed): ExitCode {
  const { io, invocation, format, command } = failed;
  const hide = invocation?.redaction.text ?? ((text) => text);
  const document =
    format === "json" && invocation !== undefined
      ? inputRequiredDocument(error, invocation)
      : undefined;
  if (document !== undefined) io.stdout(document);
  io.stderr(`${printable(failureText(error, hide, usageHint(command)))}\n`);
  return exitCodeOfError(error);
}
