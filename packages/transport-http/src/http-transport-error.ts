import { CodedError } from "@x/wire";

/** Codes of {@link HttpTransportError}. */
export type HttpTransportErrorCode =
  | "invalid_url"
  | "insecure_url"
  | "invalid_header"
  | "reserved_header"
  | "invalid_limit";

/**
 * Thrown where a caller of this package breaks its contract; never for what a server or the network
 * does. The message names a header, never its value, and shows no value of a URL's query.
 */
export class HttpTransportError extends CodedError<HttpTransportErrorCode> {
  override readonly name = "HttpTransportError";
}
