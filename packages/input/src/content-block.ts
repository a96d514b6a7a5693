import { isBase64, isJsonObject, type JsonObject } from "@x/wire";

/** Text, an image or audio, as a message for or from a model has it. */
export type MediaBlock =
  | ({ readonly type: "text"; readonly text: string } & BlockExtras)
  | ({
      readonly type: "image" | "audio";
      /** In Base64. */
      readonly data: string;
      readonly mimeType: string;
    } & BlockExtras);

/** The model wants a tool used. Its `_meta` belongs into later requests with it. */
export interface ToolUseBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly _meta?: JsonObject;
}

/** What a tool gave, matched to its use by `toolUseId`. */
export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly toolUseId: string;
  /** Text, images, audio, links to resources and resources. */
  readonly content: readonly JsonObject[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** What the content of a message in a sampling request is made of. */
export type SamplingBlock = MediaBlock | ToolUseBlock | ToolResultBlock;

/** Members that say nothing to the model. */
export interface BlockExtras {
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

/**
 * What is wrong with a block of a sampling message. What is in `annotations`, `_meta`, `input` and
 * `structuredContent` is not looked at.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#messages}
 */
export function blockFlaw(block: unknown): string | undefined {
  if (!isJsonObject(block)) return "a piece of content is not an object";
  switch (block["type"]) {
    case "text":
    case "image":
    case "audio":
      return mediaFlaw(block) ?? extrasFlaw(block);
    case "tool_use":
      return toolUseFlaw(block) ?? extrasFlaw(block);
    case "tool_result":
      return toolResultFlaw(block) ?? extrasFlaw(block);
    default:
      return "a piece of content is of no type that there is";
  }
}

function mediaFlaw({ type, text, data, mimeType }: JsonObject): string | undefined {
  if (type === "text") {
    return typeof text === "string" ? undefined : "a text has no string text";
  }
  if (typeof mimeType !== "string") return `an ${String(type)} has no string mimeType`;
  return isBase64(data) ? undefined : `an ${String(type)} has no data in Base64`;
}

function toolUseFlaw({ id, name, input }: JsonObject): string | undefined {
  if (typeof id !== "string" || typeof name !== "string") {
    return "a tool_use has no string id and name";
  }
  return isJsonObject(input) ? undefined : "a tool_use has no object input";
}

function toolResultFlaw({ toolUseId, content, isError }: JsonObject): string | undefined {
  if (typeof toolUseId !== "string") return "a tool_result has no string toolUseId";
  if (isError !== undefined && typeof isError !== "boolean") {
    return "a tool_result has an isError that is not a boolean";
  }
  if (!Array.isArray(content)) return "a tool_result has no array content";
  for (const block of content) {
    const found = resultBlockFlaw(block);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Results of tools hold other pieces than messages do, and no results of tools. */
function resultBlockFlaw(block: unknown): string | undefined {
  if (!isJsonObject(block)) return "a piece of a tool_result is not an object";
  switch (block["type"]) {
    case "text":
    case "image":
    case "audio":
      return mediaFlaw(block) ?? extrasFlaw(block);
    case "resource_link":
      return typeof block["uri"] === "string" && typeof block["name"] === "string"
        ? extrasFlaw(block)
        : "a resource_link has no string uri and name";
    case "resource":
      return isContents(block["resource"]) ? extrasFlaw(block) : "a resource has no contents";
    default:
      return "a piece of a tool_result is of no type that there is";
  }
}

function isContents(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value["uri"] !== "string") return false;
  return typeof value["text"] === "string" || isBase64(value["blob"]);
}

function extrasFlaw({ annotations, _meta }: JsonObject): string | undefined {
  if (annotations !== undefined && !isJsonObject(annotations)) {
    return "a piece of content has annotations that are not an object";
  }
  return _meta === undefined || isJsonObject(_meta)
    ? undefined
    : "a piece of content has a _meta that is not an object";
}
