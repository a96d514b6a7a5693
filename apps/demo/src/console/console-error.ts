import { CodedError } from "@x/wire";

/** Codes of {@link ConsoleError}. */
export type ConsoleErrorCode =
  | "cannot_be_done"
  | "client_stopped"
  | "does_not_fit"
  | "not_a_command"
  | "no_such_call"
  | "no_such_question"
  | "too_many_commands"
  | "too_large"
  | "not_built";

/** What the console cannot do, with the reason. */
export class ConsoleError extends CodedError<ConsoleErrorCode> {
  override readonly name = "ConsoleError";
}

/** What to tell a page of anything that was thrown. */
export function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof CodedError) return { code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { code: "failed", message };
}
