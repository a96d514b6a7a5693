/** How a child process ended, and the last it said on stderr. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last lines of stderr, oldest first, bounded. */
  readonly stderr: readonly string[];
}

/**
 * Why a connection is over. `message` is a sentence that can be shown as it is.
 *
 * - `local`: {@link Connection.close} was called.
 * - `exited`: the child process ended by itself.
 * - `ended`: the other side ended the channel, and no process status belongs to it.
 * - `failed`: the channel broke (a write failed, a frame could not be attributed).
 * - `too_large`: a frame over the limit answered no call that could be named.
 * - `session_lost`: the server no longer knows the session (404): open anew.
 * - `era_contradicted`: the settled era was contradicted by the peer; negotiate anew.
 */
export type CloseReason =
  | { readonly type: "local"; readonly message: string; readonly exit?: ExitStatus }
  | { readonly type: "exited"; readonly message: string; readonly exit: ExitStatus }
  | { readonly type: "ended"; readonly message: string }
  | { readonly type: "failed"; readonly message: string; readonly cause?: unknown }
  | {
      readonly type: "too_large";
      readonly message: string;
      readonly limitBytes: number;
      readonly sizeBytes: number;
    }
  | { readonly type: "session_lost"; readonly message: string }
  | { readonly type: "era_contradicted"; readonly message: string };
