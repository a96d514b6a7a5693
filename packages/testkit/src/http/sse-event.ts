/** The fields of an event beside its data. */
export interface SseFields {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly retryMs?: number | undefined;
}

/** One server-sent event, with the empty line that ends it; a line of data for every line of the text. */
export function sseEvent(data: string, { event, id, retryMs }: SseFields = {}): string {
  const fields = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retryMs === undefined ? [] : [`retry: ${retryMs}`]),
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return `${fields.join("\n")}\n\n`;
}

/** What a server says of a stream of events before the first of them. */
export const SSE_HEADERS: { readonly [name: string]: string } = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
};
