/** What an error of this project carries beside its sentence. */
export interface CodedErrorOptions<Code extends string> {
  readonly code: Code;
  /** Who broke the rule: this side, or the peer. Default `local`. */
  readonly fault?: "local" | "remote";
  /** The JSON-RPC error number, where the peer sent one. */
  readonly rpcCode?: number;
  readonly cause?: unknown;
}

/**
 * The base of every package's one error class.
 *
 * Match by `code`, not by `instanceof`: codes survive two copies of a package in one process.
 * The message is a sentence that names the thing and the remedy.
 */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;
  readonly fault: "local" | "remote";
  readonly rpcCode: number | undefined;

  constructor(message: string, options: CodedErrorOptions<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.fault = options.fault ?? "local";
    this.rpcCode = options.rpcCode;
  }
}
