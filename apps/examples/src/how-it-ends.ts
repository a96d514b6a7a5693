import type { CloseReason, OpenFailure } from "@x/connection";

/** What an opening gives that was given up. */
export function aborted(name: string): OpenFailure {
  const message = `${name} was not connected to: the opening was aborted.`;
  return { type: "open_failure", phase: "aborted", code: "ABORT_ERR", message };
}

/** What an opening gives that came to nothing. */
export function refused(name: string, cause: unknown): OpenFailure {
  const why = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "UNKNOWN";
  const message = `${name} cannot be connected to (${why}). Is the server running, and the address right?`;
  return { type: "open_failure", phase: "connect", code, message };
}

/** What waits for a server that does not read may not grow for ever: so many bytes, unless told otherwise. */
export const DEFAULT_MAX_QUEUED_BYTES: number = 256 * 1024 * 1024;

/** Why a connection is given up whose server does not read. */
export function unread(bytes: number): Error {
  return new Error(`it has left ${bytes} bytes unread`);
}

/** Why a connection is over that this side did not end. */
export function endOf(name: string, cause: Error | undefined): CloseReason {
  return cause === undefined
    ? { type: "ended", message: `${name} ended the connection.` }
    : { type: "failed", message: `The connection to ${name} broke (${cause.message}).`, cause };
}

/** Why a connection is over that this side ended. */
export const CLOSED: CloseReason = {
  type: "local",
  message: "This side closed the connection.",
};
