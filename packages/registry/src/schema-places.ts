import { isJsonObject, type JsonObject } from "@x/wire";

/** A schema inside a JSON Schema, or the whole of it, and how it is come by. */
export interface SchemaPlace {
  readonly schema: JsonObject;
  /** The schema it is in; none where this is the whole, or where a `$ref` leads to it. */
  readonly parent: SchemaPlace | undefined;
  /** The keyword of the parent that it is under; without a parent, the reference to it. */
  readonly keyword: string;
  /** Its name or number under the keyword, where that holds several. */
  readonly name: string | undefined;
  /**
   * - `parameter`: from the root through `properties` alone; the root itself too.
   * - `elsewhere`: through any other keyword that holds schemas.
   * - `referenced`: only a `$ref` makes it a schema.
   */
  readonly reach: "parameter" | "elsewhere" | "referenced";
}

/** Keywords whose value names schemas, in any draft of JSON Schema. */
const NAMED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]);

/** Keywords whose value is a schema or a list of them, in any draft. */
const UNNAMED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "items",
  "prefixItems",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
]);

/**
 * Every schema in a schema, itself the first, the outer before the inner. What is data to JSON Schema
 * (`enum`, `const`, `default`, `examples`, an unknown keyword) holds none, unless a `$ref` within the
 * document points there. No `$ref` is followed out of it.
 *
 * Needs no stack however deep the document is nested, takes time in proportion to its size, and goes
 * only as far as it is asked to. The document must be JSON: no cycles.
 */
export function* schemaPlaces(root: JsonObject): Generator<SchemaPlace> {
  const places = [startAt(root, "#", "parameter")];
  for (const place of places) {
    yield place;
    addInner(place, places);
  }
  if (!places.some(refers)) {
    return;
  }
  const seen = new Set(places.map(({ schema }) => schema));
  // Grows while it is gone through: what is referenced may refer further.
  for (const { schema } of places) {
    const referenced = referencedBy(schema, root);
    for (const place of referenced) {
      // Many references may lead to one place, or to one inside another.
      if (!seen.has(place.schema)) {
        seen.add(place.schema);
        yield place;
        addInner(place, referenced);
        places.push(place);
      }
    }
  }
}

/** The names that lead from the arguments to the value of a `parameter`; none for the root. */
export function parameterPath(place: SchemaPlace): readonly string[] {
  return lineage(place).flatMap(({ name }) => name ?? []);
}

/** Where a place is: `#` and a JSON pointer, without the percent signs that a URI would have. */
export function pointerTo(place: SchemaPlace): string {
  const steps = lineage(place).map(({ keyword, name }) =>
    name === undefined ? keyword : `${keyword}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  );
  return steps.join("/");
}

function startAt(schema: JsonObject, reference: string, reach: SchemaPlace["reach"]): SchemaPlace {
  return { schema, parent: undefined, keyword: reference, name: undefined, reach };
}

/** Adds the schemas right inside a schema. */
function addInner(parent: SchemaPlace, places: SchemaPlace[]): void {
  const { schema, reach } = parent;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (typeof value !== "object" || value === null) {
      continue;
    }
    const inner = reach === "parameter" && keyword !== "properties" ? "elsewhere" : reach;
    const holds = Array.isArray(value) ? UNNAMED : NAMED;
    if (holds.has(keyword)) {
      for (const [name, member] of Object.entries(value)) {
        if (isJsonObject(member)) {
          places.push({ schema: member, parent, keyword, name, reach: inner });
        }
      }
    } else if (UNNAMED.has(keyword) && isJsonObject(value)) {
      places.push({ schema: value, parent, keyword, name: undefined, reach: inner });
    }
  }
}

function lineage(place: SchemaPlace): readonly SchemaPlace[] {
  const places: SchemaPlace[] = [];
  for (let at: SchemaPlace | undefined = place; at !== undefined; at = at.parent) {
    places.push(at);
  }
  return places.reverse();
}

function refers({ schema }: SchemaPlace): boolean {
  return typeof schema["$ref"] === "string";
}

/** What the `$ref` of a schema, if it has one, leads to within the document (RFC 6901, section 6). */
function referencedBy(schema: JsonObject, root: JsonObject): SchemaPlace[] {
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#/")) {
    return [];
  }
  let target: unknown = root;
  for (const segment of decoded(reference).slice(2).split("/")) {
    const key = segment.includes("~")
      ? segment.replaceAll("~1", "/").replaceAll("~0", "~")
      : segment;
    if (typeof target !== "object" || target === null || !Object.hasOwn(target, key)) {
      return [];
    }
    target = (target as JsonObject)[key];
  }
  return isJsonObject(target) ? [startAt(target, reference, "referenced")] : [];
}

function decoded(reference: string): string {
  if (!reference.includes("%")) {
    return reference;
  }
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
