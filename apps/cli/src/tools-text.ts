import type { JsonObject } from "@x/wire";
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

/** Names longer than this do not move the other lines. */
const WIDEST = 40;
/** A whole one is never cut: `call` takes it as it stands here. */
const LONGEST_NAME = 10_000;
const LONGEST_DESCRIPTION = 200;

/** The answer of `tools` for people: a line a tool. */
export function toolsText(tools: readonly ToolReport[]): string {
  const rows = tools.map(({ name, server, localName, description, title }) => ({
    name: oneLine(name, LONGEST_NAME),
    origin: oneLine(`${server}/${localName}`, LONGEST_NAME),
    about: oneLine(
      (description ?? title ?? "").trimStart().split(/[\r\n]/, 1)[0] ?? "",
      LONGEST_DESCRIPTION,
    ),
  }));
  const nameWidth = width(rows.map(({ name }) => name));
  const originWidth = width(rows.map(({ origin }) => origin));
  return rows
    .map(({ name, origin, about }) =>
      [name.padEnd(nameWidth), about === "" ? origin : origin.padEnd(originWidth), about]
        .filter((column) => column !== "")
        .join(" — "),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function width(texts: readonly string[]): number {
  return Math.min(
    WIDEST,
    texts.reduce((widest, { length }) => Math.max(widest, length), 0),
  );
}
