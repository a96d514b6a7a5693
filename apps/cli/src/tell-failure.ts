import type { Command } from "./command.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { failureOf, failureText } from "./failure.js";
import { failureKind } from "./failure-kind.js";
import type { Invocation } from "./invocation.js";
import type { Io } from "./io.js";
import { jsonDocument, jsonLine } from "./json-document.js";
import { printable } from "./printable.js";
import { usageHint } from "./usage.js";

/** What a run had come to when it failed. */
export interface Failed {
  readonly io: Io;
  /** None where no configuration had been loaded. */
  readonly invocation: Invocation | undefined;
  /** How it is written on stdout; as text it is not. */
  readonly format: "document" | "line" | "text";
  /** What a mistake in the command line may be about. */
  readonly command: Command | undefined;
}

/**
 * Says what kept a command from giving an answer, and gives the exit code: a sentence on stderr, and, where the
 * answer was to be JSON, a document on stdout. Where a server asks for input and does not get it, that has what it
 * asks for. The operator's secrets are in neither.
 */
export function tellFailure(error: unknown, failed: Failed): ExitCode {
  const { io, invocation, format, command } = failed;
  const circumstances = {
    hide: invocation?.redaction.text ?? ((text: string) => text),
    server: invocation?.subject.server,
    usage: usageHint(command),
  };
  const { exitCode } = failureKind(error);
  if (format !== "text") {
    const asked =
      exitCode === EXIT.inputRequired
        ? { inputRequired: invocation?.input?.requested ?? null }
        : {};
    const document = { error: failureOf(error, circumstances), ...asked };
    io.stdout(format === "line" ? jsonLine(document) : jsonDocument(document));
  }
  io.stderr(`${printable(failureText(error, circumstances))}\n`);
  return exitCode;
}
