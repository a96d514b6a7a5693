import { isExtensionId, isJsonObject, type JsonObject, type ServerCapabilities } from "@x/wire";
import { ClientError } from "./client-error.js";
import type { ClientOptions } from "./client-options.js";

/** Settings of extensions, by their identifiers. */
export interface Extensions {
  readonly [id: string]: JsonObject;
}

/**
 * A copy of the extensions that a host declares: what it changes afterwards is not declared.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#extension-negotiation}
 *
 * @throws ClientError `invalid_option` for a name that is none, and settings that are no JSON object.
 */
export function extensionsOf({ extensions }: ClientOptions): Extensions | undefined {
  if (extensions === undefined) return undefined;
  if (!isJsonObject(extensions)) {
    throw invalid("extensions has to be an object of settings by identifier.");
  }
  const copies = Object.entries(extensions).map(([id, settings]) => {
    if (!isExtensionId(id)) {
      throw invalid(
        `${JSON.stringify(id)} is no identifier of an extension. Use a name with a prefix, such as "com.example/name".`,
      );
    }
    return [id, copied(id, settings)] as const;
  });
  return Object.fromEntries(copies);
}

/**
 * What a server declares of extensions, as far as it is well-formed: claims, as all that it declares.
 */
export function declaredExtensions({ extensions }: ServerCapabilities): Extensions {
  if (!isJsonObject(extensions)) return {};
  return Object.fromEntries(
    Object.entries(extensions).flatMap(([id, settings]) =>
      isExtensionId(id) && isJsonObject(settings) ? [[id, settings] as const] : [],
    ),
  );
}

function copied(id: string, settings: unknown): JsonObject {
  const message = `The settings of the extension "${id}" have to be a JSON object; {} stands for none.`;
  if (!isJsonObject(settings)) throw invalid(message);
  try {
    return JSON.parse(JSON.stringify(settings)) as JsonObject;
  } catch (cause) {
    throw invalid(message, cause);
  }
}

function invalid(message: string, cause?: unknown): ClientError {
  return new ClientError(message, { code: "invalid_option", cause });
}
