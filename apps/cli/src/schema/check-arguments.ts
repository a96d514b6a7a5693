import { compareJson, isJsonObject, type JsonObject } from "@x/wire";
import { checkObject } from "./check-object.js";
import { checkUnion } from "./check-union.js";
import type { Checked } from "./flaw.js";
import { JSON_TYPES, TYPE_NAMES, typesOfValue } from "./json-type.js";
import { nearestWord } from "./nearest-word.js";
import { schemaTarget } from "./schema-target.js";
import { type Place, shownValue, type Walk } from "./walk.js";

/** Schemas within schemas, references included, are followed this far. */
const DEEPEST = 32;

/** And so many at most: a server decides how large a schema is. */
const MOST = 20_000;

/** Options that a message tells. */
const MOST_OPTIONS = 12;

/** What these say is not looked at here; whatever else is no keyword of ours says nothing of a value. */
const BEYOND = [
  "pattern",
  "multipleOf",
  "uniqueItems",
  "contains",
  "prefixItems",
  "additionalItems",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "minProperties",
  "maxProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "not",
  "if",
  "$dynamicRef",
  "$recursiveRef",
];

/** Dialects in which nothing counts that stands beside a reference. */
const LONELY_REFERENCES = /\/draft-0[3467]\//;

/**
 * Checks arguments against the schema of their tool as far as that takes no library and no time worth
 * speaking of: types, what is needed and what is taken, options, bounds, and schemas within these.
 *
 * What a schema says beyond that makes the check not whole, where it is about a value that is there. No
 * pattern of a server is run here.
 */
export function checkArguments(inputSchema: JsonObject, args: JsonObject): Checked {
  const walk: Walk = { root: inputSchema, flaws: [], isWhole: true, left: MOST, check: checkValue };
  checkValue(inputSchema, { value: args, path: [], depth: DEEPEST }, walk);
  const { flaws, isWhole } = walk;
  return { flaws, isWhole };
}

/** Looks at one value; what is wrong with it goes to the flaws. */
function checkValue(schema: unknown, place: Place, walk: Walk): void {
  walk.left -= 1;
  if (schema === true) return;
  if (schema === false) {
    walk.flaws.push({ type: "said", path: place.path, message: "must not be there" });
    return;
  }
  const isRoot = schema === walk.root;
  if (!isJsonObject(schema) || place.depth === 0 || walk.left < 0 || (!isRoot && "$id" in schema)) {
    walk.isWhole = false;
    return;
  }
  if (BEYOND.some((keyword) => Object.hasOwn(schema, keyword))) walk.isWhole = false;
  const inner = { ...place, depth: place.depth - 1 };
  const { $ref } = schema;
  if (typeof $ref === "string") {
    checkValue(schemaTarget($ref, walk.root), inner, walk);
    const { $schema } = walk.root;
    if (typeof $schema === "string" && LONELY_REFERENCES.test($schema)) return;
  }
  if (!fitsType(schema, place, walk)) return;
  checkOptions(schema, place, walk);
  checkBounds(schema, place, walk);
  checkUnion(schema, inner, walk);
  if (isJsonObject(place.value)) checkObject(schema, { ...inner, value: place.value }, walk);
  if (Array.isArray(place.value)) checkItems(schema, inner, place.value, walk);
}

function fitsType({ type }: JsonObject, { value, path }: Place, walk: Walk): boolean {
  if (type === undefined) return true;
  const named: readonly unknown[] = Array.isArray(type) ? type : [type];
  const types = JSON_TYPES.filter((one) => named.includes(one));
  if (types.length < named.length) {
    walk.isWhole = false;
    return true;
  }
  if (typesOfValue(value).some((one) => types.includes(one))) return true;
  walk.flaws.push({
    type: "unfit",
    path,
    wants: types.map((one) => TYPE_NAMES[one]).join(" or "),
    value,
  });
  return false;
}

function checkOptions(schema: JsonObject, { value, path }: Place, walk: Walk): void {
  const { enum: listed } = schema;
  const options =
    "const" in schema ? [schema["const"]] : Array.isArray(listed) ? listed : undefined;
  if (options === undefined || options.some((one) => compareJson(one, value) === 0)) return;
  const words = options.filter((one) => typeof one === "string");
  const meant = typeof value === "string" ? nearestWord(value, words) : undefined;
  const shown = options.slice(0, MOST_OPTIONS).map((one) => shownValue(one));
  const more =
    options.length > shown.length ? ` or one of ${options.length - shown.length} more` : "";
  walk.flaws.push({ type: "unfit", path, wants: `${alternatives(shown)}${more}`, value, meant });
}

/** Bounds of numbers, and of how long something is. */
function checkBounds(schema: JsonObject, { value, path }: Place, walk: Walk): void {
  const [size, unit, keywords] = measured(value);
  if (size === undefined) return;
  for (const [keyword, words, fits] of keywords) {
    const bound = schema[keyword];
    if (typeof bound === "number" && !fits(size, bound)) {
      walk.flaws.push({
        type: "unfit",
        path,
        wants: `${words} ${bound}${unit === "" ? "" : ` ${unit}${bound === 1 ? "" : "s"} long`}`,
        value,
      });
    }
  }
}

type Bound = readonly [
  keyword: string,
  words: string,
  fits: (size: number, bound: number) => boolean,
];

const atLeast = (size: number, bound: number): boolean => size >= bound;
const atMost = (size: number, bound: number): boolean => size <= bound;

const NUMBERS: readonly Bound[] = [
  ["minimum", "at least", atLeast],
  ["maximum", "at most", atMost],
  ["exclusiveMinimum", "more than", (size, bound) => size > bound],
  ["exclusiveMaximum", "less than", (size, bound) => size < bound],
];

const TEXTS: readonly Bound[] = [
  ["minLength", "at least", atLeast],
  ["maxLength", "at most", atMost],
];

const ARRAYS: readonly Bound[] = [
  ["minItems", "at least", atLeast],
  ["maxItems", "at most", atMost],
];

function measured(value: unknown): readonly [number | undefined, string, readonly Bound[]] {
  if (typeof value === "number") return [value, "", NUMBERS];
  // Characters are counted as JSON Schema does: by code point.
  if (typeof value === "string") return [[...value].length, "character", TEXTS];
  return Array.isArray(value) ? [value.length, "value", ARRAYS] : [undefined, "", []];
}

function checkItems(
  { items, prefixItems }: JsonObject,
  { path, depth }: Place,
  values: readonly unknown[],
  walk: Walk,
): void {
  if (items === undefined || prefixItems !== undefined) return;
  if (Array.isArray(items)) {
    walk.isWhole = false;
    return;
  }
  for (const [at, value] of values.entries()) {
    if (walk.left < 0) return;
    checkValue(items, { value, path: [...path, String(at)], depth }, walk);
  }
}

function alternatives(shown: readonly string[]): string {
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}
