import type { HttpHeader } from "./send.js";

/** The media type of a reply, in lower case and without parameters; empty where it names none. */
export function mediaType(header: HttpHeader): string {
  const value = header("content-type") ?? "";
  // Sent twice, it comes joined by a comma; the first one counts.
  const end = value.search(/[;,]/);
  return (end === -1 ? value : value.slice(0, end)).trim().toLowerCase();
}

/** Whether a reply is a stream of server-sent events. */
export function isEventStream(header: HttpHeader): boolean {
  return mediaType(header) === "text/event-stream";
}
