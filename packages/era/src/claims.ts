import { type Implementation, isJsonObject, type JsonObject } from "@x/wire";

/** Whether a value names a piece of software: `name` and `version` are non-empty strings. */
export function isNamed(value: unknown): value is JsonObject & Implementation {
  return (
    isJsonObject(value) && isNonEmptyString(value["name"]) && isNonEmptyString(value["version"])
  );
}

/**
 * What a server says it is, as far as it is well-formed; `undefined` where it is not.
 *
 * A claim for people to read: never an identity, and nothing may be decided by it.
 */
export function claimedServer(value: unknown): Implementation | undefined {
  if (!isNamed(value)) return undefined;
  const { name, version, title, description, websiteUrl } = value as JsonObject & Implementation;
  return {
    name,
    version,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof websiteUrl === "string" ? { websiteUrl } : {}),
  };
}

/** The server's advice for the model, where it is text. */
export function claimedInstructions(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isNonEmptyString(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
