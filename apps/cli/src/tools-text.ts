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

/** How a list of tools is laid out. */
export interface ToolsLayout {
  /** How wide a line may be, in characters. */
  readonly width: number;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

/**
 * The answer of `tools` for people: by server, a line with the signature of each tool and one with what it
 * is for.
 */
export function toolsText(tools: readonly ToolReport[], layout: ToolsLayout): string {
  const of = new Map<string, ToolReport[]>();
  for (const tool of tools) {
    const known = of.get(tool.server);
    if (known === undefined) of.set(tool.server, [tool]);
    else known.push(tool);
  }
  return [...of].map(([server, own]) => serverText(server, own, layout)).join("\n");
}

function serverText(
  server: string,
  tools: readonly ToolReport[],
  { width, bold, dim }: ToolsLayout,
): string {
  const count = `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`;
  const lines = tools.map((tool) => {
    const signature = signatureOf(tool, width - INDENT.length);
    const end = signature.indexOf("(");
    const about = firstLine(tool.description ?? tool.title ?? "");
    const shown =
      about.length + 3 * INDENT.length > width ? `${about.slice(0, width - 7)}…` : about;
    const more = about === "" ? "" : `${INDENT.repeat(3)}${dim(shown)}\n`;
    return `${INDENT}${bold(signature.slice(0, end))}${signature.slice(end)}\n${more}`;
  });
  return `${oneLine(server, LONGEST_SERVER)}: ${count}\n${lines.join("")}`;
}

const INDENT = "  ";
