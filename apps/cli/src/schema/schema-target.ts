import { isJsonObject, type JsonObject } from "@x/wire";

/** What a reference within a schema leads to; nothing where it leads nowhere, or out of the schema. */
export function schemaTarget(reference: string, root: JsonObject): unknown {
  if (!reference.startsWith("#/")) return reference === "#" ? root : undefined;
  return reference
    .slice(2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (value, step) =>
        isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined,
      root,
    );
}
