import { CodedError } from "@x/wire";

/** Codes of {@link ClientError}. */
export type ClientErrorCode =
  | "duplicate_server"
  | "invalid_server_name"
  | "invalid_option"
  | "unknown_server"
  | "client_closed"
  | "collision_rejected"
  | "unknown_tool"
  | "unknown_prompt"
  | "not_declared"
  | "invalid_method"
  | "resource_not_found"
  | "list_failed"
  | "denied"
  | "invalid_arguments"
  | "peer_unavailable"
  | "connection_closed"
  | "timed_out"
  | "aborted"
  | "rpc_error"
  | "url_required"
  | "malformed_response"
  | "unauthorized"
  | "http_status"
  | "too_large"
  | "input_required"
  | "input_failed"
  | "input_timed_out"
  | "too_many_rounds"
  | "invalid_result"
  | "unchecked_result";

/**
 * What {@link Client} throws. `fault` is `remote` where the peer broke a rule or refused; `rpcCode` is
 * the peer's JSON-RPC code where `code` is `rpc_error`; `cause` is the outcome behind it.
 */
export class ClientError extends CodedError<ClientErrorCode> {
  override readonly name = "ClientError";
}
