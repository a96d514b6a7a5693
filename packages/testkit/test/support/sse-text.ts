/** The data of the events in a whole stream, by the letter of the standard of server-sent events. */
export function eventsIn(
  stream: string,
): readonly { readonly event: string; readonly data: string }[] {
  const events: { event: string; data: string }[] = [];
  let [event, data] = ["", ""];
  const lines = stream.replace(/^\u{feff}/u, "").split(/\r\n|\r|\n/);
  // What follows the last line end is no line, so an event that is not ended is none.
  for (const line of lines.slice(0, -1)) {
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === "") {
      if (data !== "") events.push({ event: event || "message", data: data.slice(0, -1) });
      [event, data] = ["", ""];
    } else if (field === "event") {
      event = value;
    } else if (field === "data") {
      data += `${value}\n`;
    }
  }
  return events;
}
