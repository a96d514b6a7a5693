import type { ContentBlock } from "@x/router";
import { isJsonObject } from "@x/wire";

/** A piece of content that is no text: an image, a sound, or what else a server gives as Base64. */
export interface Media {
  readonly base64: string;
  readonly mimeType: unknown;
}

/** What of a piece of content can only be saved; nothing where it is a text, or only names something. */
export function mediaOf({ type, data, mimeType, resource }: ContentBlock): Media | undefined {
  switch (type) {
    case "image":
    case "audio":
      return typeof data === "string" ? { base64: data, mimeType } : undefined;
    case "resource": {
      if (!isJsonObject(resource) || typeof resource["blob"] !== "string") return undefined;
      return { base64: resource["blob"], mimeType: resource["mimeType"] };
    }
    default:
      return undefined;
  }
}
