/** What the first line of a trace says that it is. */
export const TRACE_FORMAT = "x-mcp-trace";

/** Grows when a line means something else than before; what is only added changes nothing. */
export const TRACE_VERSION = 1;
