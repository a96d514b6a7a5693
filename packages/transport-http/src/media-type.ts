import type { HttpHeader } from "./send.js";

/** The media type of a reply, in lower case and without parameters; empty where it names none. */
export function mediaType(header: HttpHeader): string {
  const value = header("content-type") ?? "";
  const semicolon = value.indexOf(";");
  return (semicolon === -1 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}

/** Whether a reply is a stream of server-sent events. */
export function isEventStream(header: HttpHeader): boolean {
  return mediaType(header) === "text/event-stream";
}
