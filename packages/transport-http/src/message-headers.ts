import type { Era } from "@x/connection";
import { encodeHeaderValue, isJsonObject, type Message, PROTOCOL_VERSION_KEY } from "@x/wire";

/** Headers of a request, by lower-case name. */
export type Headers = { readonly [name: string]: string };

/** What the connection knows that a message does not say. */
export interface HeaderContext {
  readonly era: Era | undefined;
  /** The session that a legacy server gave, once it has. */
  readonly session: string | undefined;
}

const NAMED: { readonly [method: string]: string } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The first legacy revision in which requests after the handshake name it. */
const FIRST_WITH_VERSION_HEADER = "2025-06-18";

/**
 * The headers that mirror a message: taken from its own body, so that the two cannot differ.
 *
 * A modern request names its revision in `_meta`; a message without one is a notification of the
 * settled era, or a legacy one.
 * Specification 2026-07-28, "Streamable HTTP", "Request Metadata"; 2025-11-25, "Transports".
 */
export function messageHeaders(message: Message, context: HeaderContext): Headers {
  const params = "params" in message ? message.params : undefined;
  const meta = params?.["_meta"];
  const named = isJsonObject(meta) ? meta[PROTOCOL_VERSION_KEY] : undefined;
  if (typeof named === "string" && "method" in message) {
    return modernHeaders(named, message.method, params);
  }
  const { era } = context;
  if (era?.era === "modern") {
    return "method" in message ? modernHeaders(era.revision, message.method, params) : {};
  }
  return "method" in message && message.method === "initialize" ? {} : legacyHeaders(context);
}

/** The headers of what is no message in a legacy session: its GET stream, its end. */
export function legacyHeaders({ era, session }: HeaderContext): Headers {
  const headers: { [name: string]: string } = {};
  if (session !== undefined) headers["mcp-session-id"] = session;
  if (era !== undefined && era.revision >= FIRST_WITH_VERSION_HEADER) {
    headers["mcp-protocol-version"] = era.revision;
  }
  return headers;
}

function modernHeaders(
  revision: string,
  method: string,
  params: { readonly [name: string]: unknown } | undefined,
): Headers {
  const headers: { [name: string]: string } = {
    "mcp-protocol-version": revision,
    "mcp-method": method,
  };
  const member = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const name = member === undefined ? undefined : params?.[member];
  if (typeof name === "string") headers["mcp-name"] = encodeHeaderValue(name);
  return headers;
}
