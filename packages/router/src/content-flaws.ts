import { isBase64, isJsonObject, type JsonObject } from "@x/wire";

/**
 * What can be wrong with a piece of content. A closed list.
 *
 * - `not_base64`: an image, sound or blob is not Base64.
 * - `no_media_type`: an image or sound has none, or what is none.
 * - `no_resource`: an embedded resource has no URI, or not one of text and a blob.
 * - `no_link`: a link to a resource has no URI or no name.
 */
export type ContentFlawCode = "not_base64" | "no_media_type" | "no_resource" | "no_link";

/** What is wrong with one piece of content. It is no reason to do without the others. */
export interface ContentFlaw {
  /** Its place in the `content` of a result, the `messages` of a prompt or the `contents` of a resource. */
  readonly at: number;
  readonly code: ContentFlawCode;
  /** A sentence for people. */
  readonly message: string;
}

/** The most that are told of one result. */
const MAX_FLAWS = 100;

/**
 * What is wrong with pieces of content, at most 100 of them. Content of other types is not looked at, and
 * nothing is decoded. Takes time linear in the content.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#data-types}
 */
export function contentFlaws(content: readonly unknown[]): readonly ContentFlaw[] {
  return flawsIn(content, blockFlaw);
}

/** The same for what a resource holds. */
export function resourceFlaws(contents: readonly unknown[]): readonly ContentFlaw[] {
  return flawsIn(contents, resourceFlaw);
}

type Found = readonly [code: ContentFlawCode, message: string];

function flawsIn(
  pieces: readonly unknown[],
  flawOf: (piece: unknown) => Found | undefined,
): readonly ContentFlaw[] {
  const flaws: ContentFlaw[] = [];
  for (const [at, piece] of pieces.entries()) {
    const found = flawOf(piece);
    if (found === undefined) continue;
    flaws.push({ at, code: found[0], message: found[1] });
    if (flaws.length === MAX_FLAWS) break;
  }
  return flaws;
}

function blockFlaw(block: unknown): Found | undefined {
  if (!isJsonObject(block)) return undefined;
  switch (block["type"]) {
    case "image":
      return mediaFlaw("An image", block);
    case "audio":
      return mediaFlaw("A piece of audio", block);
    case "resource":
      return resourceFlaw(block["resource"]);
    case "resource_link":
      return isText(block["uri"]) && typeof block["name"] === "string"
        ? undefined
        : ["no_link", "A link to a resource has no URI or no name."];
    default:
      return undefined;
  }
}

function mediaFlaw(what: string, { data, mimeType }: JsonObject): Found | undefined {
  if (!isBase64(data)) return ["not_base64", `${what} is not in Base64.`];
  return typeof mimeType === "string" && MEDIA_TYPE.test(mimeType)
    ? undefined
    : ["no_media_type", `${what} has no media type.`];
}

/** A type and a subtype of RFC 6838; what parameters say is not looked at. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}[\t ]*(?:;|$)/;

function resourceFlaw(resource: unknown): Found | undefined {
  if (!isJsonObject(resource) || !isText(resource["uri"])) {
    return ["no_resource", "A resource has no URI."];
  }
  const { text = null, blob = null } = resource;
  if (typeof text === "string" && blob === null) return undefined;
  if (text !== null || typeof blob !== "string") {
    return ["no_resource", "A resource has not one of text and a blob."];
  }
  return isBase64(blob) ? undefined : ["not_base64", "The blob of a resource is not in Base64."];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
