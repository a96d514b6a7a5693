import { excerpt, type JsonObject } from "@x/wire";
import type { Verdict } from "./verdict.js";

/** The dialects of JSON Schema that are understood, the default first. */
export const DIALECTS = ["2020-12", "2019-09", "draft-07", "draft-06"] as const;

/** One of {@link DIALECTS}. */
export type Dialect = (typeof DIALECTS)[number];

const BY_URI: ReadonlyMap<string, Dialect> = /* @__PURE__ */ new Map([
  ["//json-schema.org/draft/2020-12/schema", "2020-12"],
  ["//json-schema.org/draft/2019-09/schema", "2019-09"],
  ["//json-schema.org/draft-07/schema", "draft-07"],
  ["//json-schema.org/draft-06/schema", "draft-06"],
]);

/**
 * The dialect that a schema is written in: what its `$schema` says, 2020-12 where it says nothing.
 *
 * The empty fragment at the end makes no difference, nor does `http` for `https`: people write both.
 * Specification: basic, "Schema Dialect" and "Implementation Requirements".
 */
export function dialectOf({ $schema }: JsonObject): Dialect | Verdict {
  if ($schema === undefined) {
    return DIALECTS[0];
  }
  if (typeof $schema !== "string") {
    return { verdict: "bad_schema", message: "Its $schema is not a string." };
  }
  return dialectNamed($schema) ?? unsupported($schema);
}

/** The dialect with this URI, if it is understood. */
export function dialectNamed(uri: string): Dialect | undefined {
  return BY_URI.get(uri.replace(/^https?:/, "").replace(/#$/, ""));
}

function unsupported(uri: string): Verdict {
  const dialect = excerpt(uri);
  return {
    verdict: "unsupported_dialect",
    dialect,
    message: `Its $schema is ${JSON.stringify(dialect)}; understood are ${DIALECTS.join(", ")}.`,
  };
}
