import type { JsonObject } from "@x/wire";
import { firstLine } from "./columns-text.js";
import { oneLine } from "./printable.js";
import { signatureOf } from "./schema/signature.js";

/** What `tools` says of one tool. Everything but the names is the server's claim. */
export interface ToolReport {
  /** The canonical name: what `call` takes. */
  readonly name: string;
  readonly server: string;
  /** The name at the server. */
  readonly localName: string;
  /** As one line, made from the schemas. */
  readonly signature: string;
  readonly title?: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: unknown;
  readonly annotations?: JsonObject;
}

const LONGEST_SERVER = 200;

/**
 * The answer of `tools` for people: by server, a line with the signature of each tool and one with what it
 * is for.
 *
 * @param width how wide a signature may be, in characters.
 */
export function toolsText(tools: readonly ToolReport[], width: number): string {
  const of = new Map<string, ToolReport[]>();
  for (const tool of tools) {
    const known = of.get(tool.server);
    if (known === undefined) of.set(tool.server, [tool]);
    else known.push(tool);
  }
  return [...of].map(([server, own]) => serverText(server, own, width)).join("\n");
}

function serverText(server: string, tools: readonly ToolReport[], width: number): string {
  const count = `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`;
  const lines = tools.map((tool) => {
    const about = firstLine(tool.description ?? tool.title ?? "");
    const signature = signatureOf(tool, width - INDENT.length);
    return `${INDENT}${signature}\n${about === "" ? "" : `${INDENT}${INDENT}${INDENT}${about}\n`}`;
  });
  return `${oneLine(server, LONGEST_SERVER)}: ${count}\n${lines.join("")}`;
}

const INDENT = "  ";
