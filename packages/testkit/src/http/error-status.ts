import {
  HEADER_MISMATCH,
  isJsonObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from "@x/wire";

/**
 * The HTTP status that goes with an answer: 400 for the errors that only modern servers know, and 404 for
 * an unknown method where the server is one. A legacy server says 404 for an unknown session alone.
 *
 * Specification 2026-07-28, "Streamable HTTP", "Protocol Version Header" and "Server Validation".
 */
export function errorStatus({ error }: JsonObject, style: "modern" | "legacy"): number {
  const code = isJsonObject(error) ? error["code"] : undefined;
  switch (code) {
    case METHOD_NOT_FOUND:
      return style === "modern" ? 404 : 200;
    case HEADER_MISMATCH:
    case MISSING_REQUIRED_CLIENT_CAPABILITY:
    case UNSUPPORTED_PROTOCOL_VERSION:
      return 400;
    default:
      return 200;
  }
}
