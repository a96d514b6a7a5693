import { ClientError } from "@x/client";
import { CliError } from "./cli-error.js";
import { EXIT } from "./exit-code.js";
import { exitCodeOfError } from "./failure.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";

/**
 * What `--json` prints where a server asks for input and does not get it: the error without the operator's
 * secrets, and what it asks for as it sent it. Nothing for every other error.
 */
export function inputRequiredDocument(
  error: unknown,
  { input, redaction }: Pick<Invocation, "input" | "redaction">,
): string | undefined {
  if (!(error instanceof ClientError || error instanceof CliError)) return undefined;
  if (exitCodeOfError(error) !== EXIT.inputRequired) return undefined;
  const { code, message } = error;
  return jsonDocument({
    error: { code, message: redaction.text(message) },
    inputRequired: input?.requested ?? null,
  });
}
