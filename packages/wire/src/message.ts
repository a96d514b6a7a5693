/**
 * JSON-RPC 2.0 messages as MCP restricts them (specification, "Messages").
 *
 * These are the shapes after {@link classify} has accepted a value: nothing here is checked by a cast.
 */

/** A JSON object whose members are not known further. */
export type JsonObject = { readonly [key: string]: unknown };

/** A string or an integer, compared by type and value: `"1"` is not `1`. Never `null`. */
export type RequestId = string | number;

/** A call that expects exactly one response with the same id. */
export interface Request {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

/** A one-way message. Carries no id and is never answered. */
export interface Notification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: JsonObject;
}

/** The successful answer to a request. */
export interface ResultResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: JsonObject;
}

/** The member `error` of a failed answer. `code` is an integer. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The failed answer to a request. */
export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: ErrorObject;
}

/** Exactly one of `result` and `error`. */
export type Response = ResultResponse | ErrorResponse;

/** Everything that may cross the wire. */
export type Message = Request | Notification | Response;
