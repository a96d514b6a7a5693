import { isJsonObject } from "@x/wire";
import type { Dialect } from "./dialect.js";

type Keywords = { [keyword: string]: unknown };

/** References that are like `$ref` where they can lead to one place only. */
const DYNAMIC = { "2020-12": "$dynamicRef", "2019-09": "$recursiveRef" } as const;

const PROTO = "__proto__";

/**
 * Changes the keywords of schemas so that they mean to ajv what they mean in their dialect. Takes all that
 * is a schema in a document, itself the first.
 */
export function rewrite(places: readonly Keywords[], dialect: Dialect): void {
  const root = rootReferences(places);
  for (const place of places) {
    rewriteOne(place, dialect);
    if (root.has(place["$ref"])) place["$ref"] = "#";
  }
}

/** By which references, beside `#`, the root may be meant; ajv does not find it by them. */
function rootReferences([root, ...inner]: readonly Keywords[]): ReadonlySet<unknown> {
  // Where there are several resources, it may be the root of another.
  if (root === undefined || inner.some(({ $id }) => $id !== undefined)) return new Set();
  const names = [root["$anchor"], root["$dynamicAnchor"]];
  return new Set(names.flatMap((name) => (typeof name === "string" ? `#${name}` : [])));
}

function rewriteOne(schema: Keywords, dialect: Dialect): void {
  // Keywords of ajv alone. `$async` would make a promise of every verdict.
  delete schema["nullable"];
  delete schema["$async"];
  addProtoProperty(schema);
  if (dialect === "draft-06" || dialect === "draft-07") {
    // Nothing beside a $ref counts.
    if (typeof schema["$ref"] === "string") delete schema["$id"];
    return;
  }
  addDynamicRef(schema, DYNAMIC[dialect]);
}

/** ajv passes over this name in `properties`, and not in `patternProperties`. */
function addProtoProperty(schema: Keywords): void {
  const { properties, patternProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, PROTO)) {
    const patterns = isJsonObject(patternProperties) ? patternProperties : {};
    schema["patternProperties"] = { ...patterns, [`^(?:${PROTO})$`]: properties[PROTO] };
  }
}

function addDynamicRef(schema: Keywords, keyword: "$dynamicRef" | "$recursiveRef"): void {
  const reference = schema[keyword];
  if (typeof reference !== "string") return;
  delete schema[keyword];
  if (schema["$ref"] === undefined) schema["$ref"] = reference;
  else addToAllOf(schema, { $ref: reference });
}

function addToAllOf(schema: Keywords, added: unknown): void {
  const others = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  schema["allOf"] = [...others, added];
}
