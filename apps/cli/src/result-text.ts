import type { ContentBlock, ToolResult } from "@x/router";
import { isJsonObject } from "@x/wire";
import { jsonDocument } from "./json-document.js";
import { oneLine } from "./printable.js";

/**
 * The result of a tool for people: its texts as `show` gives them, one line for everything else, and
 * the structured content as JSON where there is no text.
 */
export function resultText(
  { content, structuredContent }: ToolResult,
  show: (text: string) => string,
): string {
  const output = content.map((item) => contentText(item, show)).join("");
  if (structuredContent === undefined || content.some(isText)) return output;
  return output + jsonDocument(structuredContent);
}

function isText(item: ContentBlock): item is ContentBlock & { readonly text: string } {
  return item.type === "text" && item.text !== undefined;
}

/** One piece of content: a text as `show` gives it, with a line end after it, or a line for what else it is. */
export function contentText(item: ContentBlock, show: (text: string) => string): string {
  return isText(item) ? show(item.text).replace(/\n?$/, "\n") : `[${summary(item)}]\n`;
}

function summary(item: ContentBlock): string {
  const { type, mimeType, data, resource, name, uri } = item;
  const kind = shown(type) || "unreadable";
  switch (type) {
    case "image":
    case "audio":
      return words(kind, mimeType) + size(data, "base64 characters");
    case "resource_link":
      return words(kind, name, uri, mimeType);
    case "resource": {
      if (!isJsonObject(resource)) return kind;
      const { text, blob } = resource;
      return (
        words(kind, resource["uri"], resource["mimeType"]) +
        size(text, "characters") +
        size(blob, "base64 characters")
      );
    }
    default:
      return kind;
  }
}

function words(...parts: readonly unknown[]): string {
  return parts.map(shown).filter(Boolean).join(" ");
}

function size(value: unknown, unit: string): string {
  return typeof value === "string" ? `, ${value.length} ${unit}` : "";
}

function shown(value: unknown): string {
  return typeof value === "string" ? oneLine(value, 200) : "";
}
