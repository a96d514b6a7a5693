/** JSON-RPC: what was received is not JSON. */
export const PARSE_ERROR = -32700;
/** JSON-RPC: what was received is not a request. */
export const INVALID_REQUEST = -32600;
/** JSON-RPC: no such method, or it is not offered. */
export const METHOD_NOT_FOUND = -32601;
/** JSON-RPC: the parameters do not fit the method; in MCP also an unknown tool or resource. */
export const INVALID_PARAMS = -32602;
/** JSON-RPC: the receiver failed by itself. */
export const INTERNAL_ERROR = -32603;
/** Modern MCP: the HTTP headers of a request contradict its body, or are missing. */
export const HEADER_MISMATCH = -32020;
/** Modern MCP: the request needs a capability that the client did not declare in it. */
export const MISSING_REQUIRED_CLIENT_CAPABILITY = -32021;
/** Modern MCP: the server does not speak the revision of the request. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;
/** Legacy MCP: no such resource. Modern servers answer {@link INVALID_PARAMS}. */
export const RESOURCE_NOT_FOUND_LEGACY = -32002;

/** Legacy 2025-11-25: the user has to visit a URL first. Read only, never sent. */
export const URL_ELICITATION_REQUIRED = -32042;
