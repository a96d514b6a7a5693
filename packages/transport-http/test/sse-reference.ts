import type { SseIncoming } from "../src/sse-decoder.js";

/** What a whole stream comes to. */
export interface SseStream {
  readonly events: readonly SseIncoming[];
  readonly lastEventId: string | undefined;
  readonly retryMs: number | undefined;
}

/**
 * The HTML standard's algorithm, word for word and all at once: an oracle, with no thought of speed.
 *
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function referenceDecode(bytes: Uint8Array): SseStream {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  lines.pop();
  const events: SseIncoming[] = [];
  let data = "";
  let eventType = "";
  let idBuffer: string | undefined;
  let lastEventId: string | undefined;
  let retryMs: number | undefined;

  const dispatch = (): void => {
    lastEventId = idBuffer;
    if (data === "") {
      eventType = "";
      return;
    }
    const event = {
      type: "event",
      event: eventType === "" ? "message" : eventType,
      data: data.slice(0, -1),
    } as const;
    events.push(lastEventId === undefined ? event : { ...event, id: lastEventId });
    data = "";
    eventType = "";
  };

  const field = (name: string, value: string): void => {
    if (name === "event") eventType = value;
    if (name === "data") data += `${value}\n`;
    if (name === "id" && !value.includes("\0")) idBuffer = value;
    if (name === "retry" && /^[0-9]+$/.test(value)) retryMs = Number(value);
  };

  for (const line of lines) {
    const colon = line.indexOf(":");
    if (line === "") dispatch();
    else if (colon === -1) field(line, "");
    else if (colon > 0) field(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ""));
  }
  return { events, lastEventId, retryMs };
}
