import { isJsonObject } from "./json-object.js";
import type { JsonObject } from "./message.js";

/** Name and version of a piece of software, as it reports itself: a claim, never an identity. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
}

/** What this client can do for a server. An open set; `{}` declares nothing. */
export interface ClientCapabilities {
  readonly elicitation?: JsonObject;
  readonly sampling?: JsonObject;
  readonly roots?: JsonObject;
  readonly experimental?: JsonObject;
  readonly extensions?: JsonObject;
  readonly [key: string]: JsonObject | undefined;
}

/** What a server declares that it offers. An open set: unknown members are kept. */
export type ServerCapabilities = JsonObject;

/**
 * Whether a server declared a capability, such as `resources`: what it did not declare is not asked of
 * it. `null` and `false` declare nothing.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#implementation-considerations}
 */
export function declares(capabilities: ServerCapabilities, capability: string): boolean {
  if (!Object.hasOwn(capabilities, capability)) return false;
  const declared = capabilities[capability];
  return declared !== undefined && declared !== null && declared !== false;
}

/**
 * Whether a server declared an extension: one of another name, or without an object of settings, is none.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#extension-negotiation}
 */
export function declaresExtension({ extensions }: ServerCapabilities, id: string): boolean {
  return isJsonObject(extensions) && Object.hasOwn(extensions, id) && isJsonObject(extensions[id]);
}
