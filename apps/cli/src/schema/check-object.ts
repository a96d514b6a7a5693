import { isJsonObject, type JsonObject } from "@x/wire";
import { nearestWord } from "./nearest-word.js";
import type { Place, Walk } from "./walk.js";

/** What may name members beside `properties`: then a name that is not there may be meant. */
const OTHER_NAMES = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
  "dependencies",
  "patternProperties",
];

/** Looks at the members of an object: those that it needs, and those that it has. */
export function checkObject(
  schema: JsonObject,
  place: Place & { readonly value: JsonObject },
  walk: Walk,
): void {
  const { value, path, depth } = place;
  const { required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  for (const name of needed) {
    if (typeof name !== "string" || Object.hasOwn(value, name)) continue;
    walk.flaws.push({ type: "missing", path, name });
  }
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      walk.check(properties[name], { value: member, path: [...path, name], depth }, walk);
    } else {
      checkOther(schema, { properties, name, place }, walk);
    }
  }
}

interface Other {
  readonly properties: JsonObject;
  readonly name: string;
  readonly place: Place & { readonly value: JsonObject };
}

/**
 * A member that the schema does not list. Where the schema takes any, one that is nearly listed is taken
 * for a slip, unless what is nearly the same is there, too.
 */
function checkOther(schema: JsonObject, { properties, name, place }: Other, walk: Walk): void {
  const { value, path, depth } = place;
  const { additionalProperties } = schema;
  if (Object.hasOwn(schema, "patternProperties")) return;
  const known = Object.keys(properties);
  const absent = known.filter((one) => !Object.hasOwn(value, one));
  if (additionalProperties === false) {
    walk.flaws.push({ type: "unknown", path, name, meant: nearestWord(name, absent), known });
    return;
  }
  if (isJsonObject(additionalProperties)) {
    walk.check(additionalProperties, { value: value[name], path: [...path, name], depth }, walk);
  }
  if (OTHER_NAMES.some((keyword) => Object.hasOwn(schema, keyword))) return;
  const meant = nearestWord(name, absent);
  if (meant !== undefined) walk.flaws.push({ type: "unknown", path, name, meant, known });
}
