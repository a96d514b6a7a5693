import { isJsonObject, type JsonObject } from "@x/wire";

const JSON_TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** A type as JSON Schema names it. */
export type JsonType = (typeof JSON_TYPES)[number];

type Types = ReadonlySet<JsonType>;

/** Schemas within schemas, references included, are followed this far. */
const DEEPEST = 8;

/**
 * Which types a property of an input schema may have; `undefined` where the schema does not tell.
 *
 * Looks at `type`, at unions (`anyOf`, `oneOf`), at `const` and `enum`, and follows references into
 * the same schema. That is what generators write; the server checks the value anyway.
 */
export function propertyTypes(inputSchema: JsonObject, key: string): Types | undefined {
  const { properties } = inputSchema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, key)) return undefined;
  return typesOf(properties[key], inputSchema, DEEPEST);
}

function typesOf(schema: unknown, root: JsonObject, depth: number): Types | undefined {
  if (!isJsonObject(schema) || depth === 0) return undefined;
  const { type, anyOf, oneOf, allOf, $ref } = schema;
  if (type !== undefined) return named(type);
  if (typeof $ref === "string") return typesOf(target($ref, root), root, depth - 1);
  const union = anyOf ?? oneOf;
  if (Array.isArray(union)) return joined(union.map((one) => typesOf(one, root, depth - 1)));
  if (Array.isArray(allOf)) {
    return allOf.map((one) => typesOf(one, root, depth - 1)).find((types) => types !== undefined);
  }
  if ("const" in schema) return new Set([typeOf(schema["const"])]);
  return Array.isArray(schema["enum"]) ? new Set(schema["enum"].map(typeOf)) : undefined;
}

function named(type: unknown): Types | undefined {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const known = JSON_TYPES.filter((name) => names.includes(name));
  return known.length === names.length ? new Set(known) : undefined;
}

/** A union of which one member may be anything may be anything. */
function joined(members: readonly (Types | undefined)[]): Types | undefined {
  const known = members.filter((types) => types !== undefined);
  return known.length < members.length ? undefined : new Set(known.flatMap((types) => [...types]));
}

function target(reference: string, root: JsonObject): unknown {
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

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" || typeof value === "string"
    ? (typeof value as "boolean" | "string")
    : "object";
}
