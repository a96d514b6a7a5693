import { excerpt, isJsonObject, type JsonObject } from "@x/wire";
import { type Dialect, dialectNamed } from "./dialect.js";
import type { Verdict } from "./verdict.js";

/**
 * The verdict on a schema that ajv would take for another one, which is worse than none. Takes all that is
 * a schema in it, itself the first.
 */
export function beyondAjv(places: readonly JsonObject[], dialect: Dialect): Verdict | undefined {
  for (const { $schema } of places) {
    if (typeof $schema === "string" && dialectNamed($schema) !== dialect) {
      return mixed(excerpt($schema), dialect);
    }
  }
  const what = notFollowed(places, dialect);
  return what === undefined
    ? undefined
    : { verdict: "too_complex", of: "schema", message: `${what} cannot be followed.` };
}

function mixed(uri: string, dialect: Dialect): Verdict {
  const message = `It is ${dialect} and has a schema in it that is ${JSON.stringify(uri)}; all of it has to be of one dialect.`;
  return { verdict: "unsupported_dialect", dialect: uri, message };
}

function notFollowed(places: readonly JsonObject[], dialect: Dialect): string | undefined {
  switch (dialect) {
    case "2020-12":
      if (hasAmbiguousDynamicRef(places)) return "A $dynamicRef that can lead to several places";
      if (places.some(has("unevaluatedItems")) && places.some(has("contains"))) {
        return "unevaluatedItems in a schema with contains";
      }
      return notEvaluated(places);
    case "2019-09":
      if (hasAmbiguousRecursiveRef(places))
        return "A $recursiveRef that can lead to several places";
      return notEvaluated(places);
    case "draft-07":
    case "draft-06":
      return undefined;
  }
}

function has(...keywords: readonly string[]): (place: JsonObject) => boolean {
  return (place) => keywords.some((keyword) => place[keyword] !== undefined);
}

/** Where it cannot be told what other keywords have evaluated. */
function notEvaluated(places: readonly JsonObject[]): string | undefined {
  if (!places.some(has("unevaluatedItems", "unevaluatedProperties"))) return undefined;
  if (places.some((place) => has("if")(place) && !has("then")(place))) {
    return "An if without then in a schema with unevaluatedItems or unevaluatedProperties";
  }
  const appliesMore = has(
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "dependentSchemas",
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
  );
  return places.some((place) => isJsonObject(place["unevaluatedItems"]) && appliesMore(place))
    ? "unevaluatedItems beside schemas for the same array"
    : undefined;
}

/** Where a name is there once, where it is referred from makes no difference. */
function hasAmbiguousDynamicRef(places: readonly JsonObject[]): boolean {
  const once = new Set<unknown>();
  const several = new Set<unknown>();
  for (const { $dynamicAnchor: name } of places) {
    if (name !== undefined) (once.has(name) ? several : once).add(name);
  }
  return places.some(
    ({ $dynamicRef }) => typeof $dynamicRef === "string" && several.has($dynamicRef.split("#")[1]),
  );
}

/** In one schema resource, there is one root to go back to. */
function hasAmbiguousRecursiveRef(places: readonly JsonObject[]): boolean {
  return (
    places.some(has("$recursiveRef")) &&
    places.some(({ $recursiveAnchor }) => $recursiveAnchor === true) &&
    places.slice(1).some(has("$id"))
  );
}
