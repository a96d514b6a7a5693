import type { InvalidCode, RequestId } from "@x/wire";

/** What a peer can do wrong on an open connection. A closed list. */
export type FaultCode =
  | InvalidCode
  | "too_large"
  | "unknown_id"
  | "server_request"
  | "absent_result_type"
  | "invalid_notification";

/**
 * Something a peer did wrong. It is seen by the host, never printed by a library, and never fatal to
 * other peers. `text` is at most the first 200 characters of the frame.
 */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  readonly text?: string;
  readonly id?: RequestId;
}
