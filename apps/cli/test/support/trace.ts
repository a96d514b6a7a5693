import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./config.js";

/** A name for the trace of a test. */
export function traceFile(): string {
  return join(folder(), "trace.jsonl");
}

/** One line of a trace. */
export type TraceLine = Readonly<Record<string, unknown>>;

/** The lines of a trace. */
export function linesOf(file: string): readonly TraceLine[] {
  const text = readFileSync(file, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What was said, in order: methods of what was sent, and answers and notifications. */
export function saidIn(lines: readonly TraceLine[]): readonly string[] {
  return lines.flatMap(({ server, direction, message }) => {
    if (typeof message !== "object" || message === null) return [];
    const what = "method" in message ? message.method : "answer";
    return [`${server} ${direction === "sent" ? ">" : "<"} ${what}`];
  });
}

/** Writes a trace of one server by hand: `>` was sent, `<` was received, any other text is how it closed. */
export function traceOf(...said: readonly (readonly [string, unknown?])[]): string {
  const file = traceFile();
  const lines = said.map(([mark, message]) => {
    const where = { at: 0, server: "a", connection: 1 };
    if (mark !== ">" && mark !== "<") return { ...where, closed: mark, message: "" };
    const direction = mark === ">" ? "sent" : "received";
    return typeof message === "string"
      ? { ...where, direction, bytes: 0, text: message }
      : { ...where, direction, bytes: 0, message: { jsonrpc: "2.0", ...(message as object) } };
  });
  const all = [{ format: "x-mcp-trace", version: 1 }, ...lines];
  writeFileSync(file, all.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}
