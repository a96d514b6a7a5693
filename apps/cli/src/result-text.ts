import type { ContentBlock, ToolResult } from "@x/router";
import { isJsonObject } from "@x/wire";
import { bytesOf } from "./content-bytes.js";
import { jsonDocument } from "./json-document.js";
import { mediaOf } from "./media.js";
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
  const { type, mimeType, resource, name, uri } = item;
  const kind = shown(type) || "unreadable";
  switch (type) {
    case "image":
    case "audio":
      return words(kind, mimeType) + sizeOfMedia(item);
    case "resource_link":
      return words(kind, name, uri, mimeType);
    case "resource": {
      if (!isJsonObject(resource)) return kind;
      const { text } = resource;
      const length = typeof text === "string" ? `, ${text.length} characters` : "";
      return words(kind, resource["uri"], resource["mimeType"]) + length + sizeOfMedia(item);
    }
    default:
      return kind;
  }
}

function words(...parts: readonly unknown[]): string {
  return parts.map(shown).filter(Boolean).join(" ");
}

function sizeOfMedia(item: ContentBlock): string {
  const media = mediaOf(item);
  if (media === undefined) return "";
  const bytes = bytesOf(media.base64);
  return bytes === undefined ? ", something that is no Base64" : `, ${bytes.length} bytes`;
}

function shown(value: unknown): string {
  return typeof value === "string" ? oneLine(value, 200) : "";
}
