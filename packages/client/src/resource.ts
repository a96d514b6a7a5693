import { isJsonObject, type JsonObject } from "@x/wire";

/**
 * A resource as its server described it. Its URI means something to that server only.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource}
 */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly mimeType?: string | null;
  readonly [key: string]: unknown;
}

/** A family of resources: `uriTemplate` is one of RFC 6570. */
export interface ResourceTemplate extends Omit<Resource, "uri"> {
  readonly uriTemplate: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

/** Something that a server listed and that is not what it should be. */
export interface Refused {
  readonly value: unknown;
  /** Completes the sentence "It is left out because …". */
  readonly why: string;
}

/** Why a value is no resource; nothing where it is one. */
export function resourceFlaw(value: unknown): string | undefined {
  return flawOf(value, "uri");
}

/** The same for a template. */
export function templateFlaw(value: unknown): string | undefined {
  return flawOf(value, "uriTemplate");
}

/** The longest URI that is taken, in UTF-16 code units. */
const MAX_URI = 8192;

function flawOf(value: unknown, uriMember: "uri" | "uriTemplate"): string | undefined {
  if (!isJsonObject(value)) return "it is not an object";
  const uri = value[uriMember];
  if (typeof uri !== "string" || uri === "") return `its ${uriMember} is not text`;
  if (uri.length > MAX_URI) return `its ${uriMember} is longer than ${MAX_URI} characters`;
  if (typeof value["name"] !== "string") return "its name is not text";
  return memberFlaw(value);
}

function memberFlaw(value: JsonObject): string | undefined {
  for (const member of ["title", "description", "mimeType"]) {
    const text = value[member] ?? undefined;
    if (text !== undefined && typeof text !== "string") return `its ${member} is not text`;
  }
  return undefined;
}
