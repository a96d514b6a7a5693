import { isJsonObject, type JsonObject } from "@x/wire";
import { JSON_TYPES, type JsonType, typesOfValue } from "./schema/json-type.js";
import { schemaTarget } from "./schema/schema-target.js";

type Types = ReadonlySet<JsonType>;

/** Schemas within schemas, references included, are followed this far. */
const DEEPEST = 8;

/** And so many at most: unions of references to unions would be looked at without end. */
const MOST = 1000;

interface Walk {
  readonly root: JsonObject;
  /** How many schemas may still be looked at. */
  left: number;
}

/**
 * Which types a property of an input schema may have; `undefined` where the schema does not tell.
 *
 * Looks at `type`, at unions (`anyOf`, `oneOf`), at `const` and `enum`, and follows references into
 * the same schema. That is what generators write; the server checks the value anyway.
 */
export function propertyTypes(inputSchema: JsonObject, key: string): Types | undefined {
  const { properties } = inputSchema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, key)) return undefined;
  return typesOf(properties[key], { root: inputSchema, left: MOST }, DEEPEST);
}

function typesOf(schema: unknown, walk: Walk, depth: number): Types | undefined {
  walk.left -= 1;
  if (!isJsonObject(schema) || depth === 0 || walk.left < 0) return undefined;
  const { type, anyOf, oneOf, allOf, $ref } = schema;
  if (type !== undefined) return named(type);
  if (typeof $ref === "string") return typesOf(schemaTarget($ref, walk.root), walk, depth - 1);
  const union = anyOf ?? oneOf;
  if (Array.isArray(union)) return joined(union, walk, depth - 1);
  if (Array.isArray(allOf)) return firstKnown(allOf, walk, depth - 1);
  if ("const" in schema) return new Set([typeOf(schema["const"])]);
  return Array.isArray(schema["enum"]) ? new Set(schema["enum"].map(typeOf)) : undefined;
}

function named(type: unknown): Types | undefined {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const known = JSON_TYPES.filter((name) => names.includes(name));
  return known.length === names.length ? new Set(known) : undefined;
}

/** A union of which one member may be anything may be anything. */
function joined(members: readonly unknown[], walk: Walk, depth: number): Types | undefined {
  const all = new Set<JsonType>();
  for (const member of members) {
    const types = typesOf(member, walk, depth);
    if (types === undefined) return undefined;
    for (const type of types) all.add(type);
  }
  return all;
}

function firstKnown(members: readonly unknown[], walk: Walk, depth: number): Types | undefined {
  for (const member of members) {
    const types = typesOf(member, walk, depth);
    if (types !== undefined) return types;
  }
  return undefined;
}

/** Not `number` for an integer: `1` in a list of options is not to let `1.5` in. */
function typeOf(value: unknown): JsonType {
  return typesOfValue(value)[0] ?? "null";
}
