import { excerpt, isJsonObject, type JsonObject } from "@x/wire";
import { type Dialect, dialectNamed } from "./dialect.js";
import type { Verdict } from "./verdict.js";

type Writable = { [key: string]: unknown };

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

/** What the validator knows beside JSON Schema, and cannot be told to ignore. */
const NOT_JSON_SCHEMA = ["nullable", "$async"] as const;

/**
 * Changes a parsed schema so that it means to the validator what it means in its dialect. Tells where that
 * cannot be done: where it embeds a schema of another dialect.
 *
 * - `nullable` and `$async` are keywords of the validator alone. `$async` would turn a verdict into a
 *   promise.
 * - Of `properties`, the validator leaves out `__proto__`; it does not of `patternProperties`.
 *
 * Goes through what any keyword holds, unknown ones included, since a `$ref` may lead there.
 */
export function ajvSchema(root: JsonObject, dialect: Dialect): Verdict | undefined {
  const places: unknown[] = [root];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (isJsonObject(place)) {
      if (isOfOther(place, dialect)) return mixed(String(place["$schema"]), dialect);
      rewrite(place as Writable);
    }
    addInner(place, places);
  }
  return undefined;
}

function addInner(place: unknown, places: unknown[]): void {
  if (Array.isArray(place)) {
    addContainers(place, places);
  } else if (isJsonObject(place)) {
    for (const [keyword, value] of Object.entries(place)) {
      if (NAMED.has(keyword) && isJsonObject(value)) addContainers(Object.values(value), places);
      else if (!DATA.has(keyword)) addContainers([value], places);
    }
  }
}

function addContainers(values: readonly unknown[], places: unknown[]): void {
  for (const value of values) {
    if (typeof value === "object" && value !== null) places.push(value);
  }
}

function isOfOther({ $schema }: JsonObject, dialect: Dialect): boolean {
  return typeof $schema === "string" && dialectNamed($schema) !== dialect;
}

function mixed(uri: string, dialect: Dialect): Verdict {
  const inner = excerpt(uri);
  const message = `A schema inside it is ${JSON.stringify(inner)}, and it is ${dialect}: mixed dialects are not understood.`;
  return { verdict: "unsupported_dialect", dialect: inner, message };
}

function rewrite(schema: Writable): void {
  for (const keyword of NOT_JSON_SCHEMA) delete schema[keyword];
  const { properties, patternProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, "__proto__")) {
    const patterns = isJsonObject(patternProperties) ? patternProperties : {};
    schema["patternProperties"] = { ...patterns, "^(?:__proto__)$": properties["__proto__"] };
  }
}
