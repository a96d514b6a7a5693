import type { Response } from "@x/wire";
import type { CloseReason } from "./close-reason.js";
import type { Fault } from "./fault.js";

/** Which limit of an exchange ran out. */
export type DeadlineName = "start" | "total" | "first" | "idle";

/**
 * How one exchange ended: a value, never a rejection. Each kind carries what was seen.
 *
 * - `response`: the answer with this request's id, a result or a JSON-RPC error.
 * - `stream_ended`: the stream that belonged to this request ended without an answer.
 * - `cancelled_by_server`: the server sent `notifications/cancelled` for this request.
 * - `timed_out`: a deadline of this side; `fault` is the last fault seen meanwhile, a likely cause.
 * - `closed`: the connection ended first; `written` tells whether the request had been handed over.
 * - `malformed`: something unusable came back for it.
 * - `too_large`: its answer was over the frame limit and was dropped.
 * - `unreachable`: the endpoint could not be reached.
 * - `http_status`: an HTTP status without a JSON-RPC answer in it.
 * - `aborted`: the caller's signal.
 */
export type ExchangeOutcome =
  | {
      readonly type: "response";
      readonly response: Response;
      /** Of the frame that it came in, in UTF-16 code units. */
      readonly size: number;
      /** For how long its clocks stood still meanwhile, in milliseconds, where they did. */
      readonly stoodMs?: number;
    }
  | { readonly type: "stream_ended"; readonly message: string }
  | { readonly type: "cancelled_by_server"; readonly reason: string | undefined }
  | {
      readonly type: "timed_out";
      readonly limit: DeadlineName;
      readonly afterMs: number;
      readonly fault?: Fault;
    }
  | { readonly type: "closed"; readonly reason: CloseReason; readonly written: boolean }
  | { readonly type: "malformed"; readonly fault: Fault }
  | { readonly type: "too_large"; readonly limitBytes: number; readonly sizeBytes: number }
  | { readonly type: "unreachable"; readonly code: string; readonly message: string }
  | {
      readonly type: "http_status";
      readonly status: number;
      /** By lower-case name, and only those that say something about the refusal. */
      readonly headers: { readonly [name: string]: string };
      /** At most its first 2,000 characters. */
      readonly body: string;
      /** What `WWW-Authenticate` or `Proxy-Authenticate` asks for, in the order received. */
      readonly challenges?: readonly Challenge[];
    }
  | { readonly type: "aborted"; readonly reason: unknown };

/** One authentication challenge (RFC 9110, section 11.6.1). Names of parameters are in lower case. */
export interface Challenge {
  /** In lower case, such as `bearer`. */
  readonly scheme: string;
  readonly params: { readonly [name: string]: string };
  /** The credentials-like form some schemes use instead of parameters. */
  readonly token68?: string;
}

/**
 * How sending a notification ended. `not_delivered`: the peer refused it, or could not be reached; the
 * connection lives on.
 */
export type NotifyOutcome =
  | { readonly type: "sent" }
  | { readonly type: "not_delivered"; readonly message: string }
  | { readonly type: "closed"; readonly reason: CloseReason };
