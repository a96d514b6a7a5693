import type { JsonObject } from "@x/wire";
import { columnsText, firstLine, LONGEST_NAME } from "./columns-text.js";
import { oneLine } from "./printable.js";

/** What `tools` says of one tool. Everything but the names is the server's claim. */
export interface ToolReport {
  /** The canonical name: what `call` takes. */
  readonly name: string;
  readonly server: string;
  /** The name at the server. */
  readonly localName: string;
  readonly title?: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: unknown;
  readonly annotations?: JsonObject;
}

/** The answer of `tools` for people: a line a tool. */
export function toolsText(tools: readonly ToolReport[]): string {
  const rows = tools.map(({ name, server, localName, description, title }) => [
    oneLine(name, LONGEST_NAME),
    oneLine(`${server}/${localName}`, LONGEST_NAME),
    firstLine(description ?? title ?? ""),
  ]);
  return columnsText(rows);
}
