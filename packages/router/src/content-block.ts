import { isJsonObject } from "@x/wire";

/** One piece of content. Which members there are beside `type` depends on it; `text` is checked. */
export interface ContentBlock {
  /** `text`, `image`, `audio`, `resource`, `resource_link`; an open set. */
  readonly type: string;
  readonly text?: string;
  readonly [key: string]: unknown;
}

/** Whether a value is one; of members it looks at `type` and `text`. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value) || typeof value["type"] !== "string") return false;
  const { text } = value;
  return value["type"] === "text"
    ? typeof text === "string"
    : text === undefined || typeof text === "string";
}
