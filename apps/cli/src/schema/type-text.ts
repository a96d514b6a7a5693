import { isJsonObject, type JsonObject } from "@x/wire";
import { oneLine } from "../printable.js";
import { schemaTarget } from "./schema-target.js";

/** The most that is told of one thing: options, members, and characters of a name or a literal. */
const MOST_OPTIONS = 8;
const MOST_MEMBERS = 8;
const LONGEST_WORD = 40;

/** References that lead to references are followed this far. */
const MOST_HOPS = 8;

/** And so many schemas are looked at in all: a server decides how large they are. */
const MOST_SCHEMAS = 400;

/** A schema being put into words. */
export interface Telling {
  readonly root: JsonObject;
  /** How many schemas may still be looked at. */
  left: number;
}

/** Begins to put a schema into words. */
export function tellingOf(root: JsonObject): Telling {
  return { root, left: MOST_SCHEMAS };
}

/**
 * A schema as a type, on one line: `string`, `"asc" | "desc"`, `{ from: string, to?: string }[]`.
 *
 * @param depth how many levels of objects are told; what is below is `…`.
 */
export function typeText(schema: unknown, depth: number, telling: Telling): string {
  telling.left -= 1;
  if (telling.left < 0) return "…";
  const found = followed(schema, telling.root);
  if (found === undefined) return "any";
  const { type, enum: options, anyOf, oneOf, allOf } = found;
  if ("const" in found) return literal(found["const"]);
  if (Array.isArray(options)) return joined(options, (option) => literal(option));
  const union = anyOf ?? oneOf;
  if (Array.isArray(union)) return joined(union, (one) => typeText(one, depth, telling));
  if (Array.isArray(type)) {
    return joined(type, (one) => typeText({ ...found, type: one }, depth, telling));
  }
  switch (type) {
    case "array":
      return arrayText(found, depth, telling);
    case "object":
      return objectText(found, depth, telling);
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      if (isJsonObject(found["properties"])) return objectText(found, depth, telling);
      return Array.isArray(allOf) && allOf.length > 0 ? typeText(allOf[0], depth, telling) : "any";
  }
}

/** The name of a member or an argument, in quotation marks where it is no word. */
export function nameText(name: string): string {
  return /^[\w$-]+$/.test(name) && name.length <= LONGEST_WORD ? name : literal(name);
}

/** A value as JSON on one line, cut. */
export function literal(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  // Cut before it is written: it may have any length.
  const isLong = typeof value === "string" && value.length > LONGEST_WORD;
  const text = JSON.stringify(isLong ? `${value.slice(0, LONGEST_WORD)}…` : value);
  return oneLine(text ?? "any", LONGEST_WORD * 7);
}

/** The members that an object has to have, by name. */
export function requiredIn({ required }: JsonObject): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}

function followed(schema: unknown, root: JsonObject): JsonObject | undefined {
  let found = schema;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    if (!isJsonObject(found)) return undefined;
    const { $ref } = found;
    if (typeof $ref !== "string") return found;
    found = schemaTarget($ref, root);
  }
  return undefined;
}

function arrayText({ items }: JsonObject, depth: number, telling: Telling): string {
  if (items === undefined || Array.isArray(items)) return "any[]";
  const one = typeText(items, depth, telling);
  if (one === "…") return one;
  return one.includes(" | ") && !one.startsWith("{") ? `(${one})[]` : `${one}[]`;
}

function objectText(schema: JsonObject, depth: number, telling: Telling): string {
  const { properties, additionalProperties } = schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (depth === 0) return names.length === 0 ? "object" : "…";
  if (!isJsonObject(properties) || names.length === 0) {
    if (!isJsonObject(additionalProperties)) return "object";
    return `{ [name]: ${typeText(additionalProperties, depth - 1, telling)} }`;
  }
  const required = requiredIn(schema);
  const members = names.slice(0, MOST_MEMBERS).map((name) => {
    const mark = required.has(name) ? "" : "?";
    return `${nameText(name)}${mark}: ${typeText(properties[name], depth - 1, telling)}`;
  });
  if (names.length > MOST_MEMBERS) members.push("…");
  return `{ ${members.join(", ")} }`;
}

function joined(options: readonly unknown[], text: (option: unknown) => string): string {
  const texts = new Set(options.slice(0, MOST_OPTIONS).map(text));
  if (options.length > MOST_OPTIONS) texts.add("…");
  return texts.size === 0 ? "never" : [...texts].join(" | ");
}
