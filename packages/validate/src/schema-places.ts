import { isJsonObject, type JsonObject } from "@x/wire";

/** Keywords whose value names schemas. */
const NAMED: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);

/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/**
 * Every object of a schema document that is a schema, itself the first. What an unknown keyword holds
 * counts, since a `$ref` may lead there; data does not. Needs no stack. They are the document's own objects.
 */
export function schemaPlaces(root: JsonObject): { [keyword: string]: unknown }[] {
  const places: { [keyword: string]: unknown }[] = [];
  const found: unknown[] = [root];
  // Grows while it is gone through.
  for (const value of found) {
    if (Array.isArray(value)) {
      addContainers(value, found);
    } else if (isJsonObject(value)) {
      places.push(value);
      for (const [keyword, member] of Object.entries(value)) {
        if (NAMED.has(keyword) && isJsonObject(member)) addContainers(Object.values(member), found);
        else if (!DATA.has(keyword)) addContainers([member], found);
      }
    }
  }
  return places;
}

function addContainers(values: readonly unknown[], found: unknown[]): void {
  for (const value of values) {
    if (typeof value === "object" && value !== null) found.push(value);
  }
}
