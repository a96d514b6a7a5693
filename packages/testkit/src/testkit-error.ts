import { CodedError } from "@x/wire";

/** Codes of {@link TestkitError}. */
export type TestkitErrorCode =
  | "invalid_transcript"
  | "unknown_case"
  | "needs_process"
  | "needs_log"
  | "contract_violated";

/** Thrown where a transcript cannot be used as it is asked to be, and where a transport breaks its contract. */
export class TestkitError extends CodedError<TestkitErrorCode> {
  override readonly name = "TestkitError";
}
