import { createRequire } from "node:module";
import { Ajv, type AnySchemaObject, type Options, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Dialect } from "./dialect.js";
import { EQUALITY_KEYWORDS } from "./equality-keywords.js";

const OPTIONS: Options = {
  // What a dialect does not know, it ignores.
  strict: false,
  logger: false,
  // `format` is an annotation: that is the rule of 2019-09 and 2020-12, and allowed before.
  validateFormats: false,
  // `constructor` or `toString` is there only where the value has it itself.
  ownProperties: true,
  // Done before, by an instance that has compiled the metaschema once.
  validateSchema: false,
  // Without these two, code grows faster than its schema.
  inlineRefs: false,
  code: { optimize: false, regExp: Object.assign(pattern, { code: "pattern" }) },
  // Stopping at the first violation nests code as deep as a schema has properties.
  allErrors: true,
};

const METASCHEMA: Readonly<Record<Dialect, string>> = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "draft-06": "http://json-schema.org/draft-06/schema",
};

const metaschemas = new Map<Dialect, ValidateFunction>();

/** A new instance that compiles schemas of this dialect, which have to be valid by its metaschema. */
export function ajvFor(dialect: Dialect): Ajv {
  const ajv = instance(dialect);
  for (const keyword of FOREIGN[dialect]) ajv.removeKeyword(keyword);
  return ajv;
}

/** Tells whether something is a schema of this dialect. */
export function metaschemaCheck(dialect: Dialect): ValidateFunction {
  const known = metaschemas.get(dialect);
  if (known !== undefined) return known;
  const check = instance(dialect).getSchema(METASCHEMA[dialect]);
  if (check === undefined) throw new Error(`There is no metaschema of ${dialect}.`);
  metaschemas.set(dialect, check);
  return check;
}

/**
 * What the validator knows and the dialect does not. `id` is the one of draft-04, which it refuses instead
 * of ignoring it.
 */
const FOREIGN: Readonly<Record<Dialect, readonly string[]>> = {
  "2020-12": ["id", "$recursiveRef", "$recursiveAnchor"],
  "2019-09": ["id", "$dynamicRef", "$dynamicAnchor"],
  "draft-07": ["id"],
  "draft-06": ["id", "if", "then", "else"],
};

function instance(dialect: Dialect): Ajv {
  const ajv = plainInstance(dialect);
  for (const definition of EQUALITY_KEYWORDS) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
  return ajv;
}

function plainInstance(dialect: Dialect): Ajv {
  switch (dialect) {
    case "2020-12":
      return new Ajv2020(OPTIONS);
    case "2019-09":
      return new Ajv2019(OPTIONS);
    case "draft-07":
      return new Ajv(BEFORE_2019);
    case "draft-06":
      return new Ajv({ ...BEFORE_2019, meta: false }).addMetaSchema(draft06());
  }
}

/** Before 2019-09, nothing beside a `$ref` counts. */
const BEFORE_2019: Options = { ...OPTIONS, ignoreKeywordsWithRef: true };

function draft06(): AnySchemaObject {
  return createRequire(import.meta.url)("ajv/dist/refs/json-schema-draft-06.json");
}

/**
 * Patterns are ECMA-262, and read with the flag `u`, as they should be written; those that are none with it
 * are read without, because many are written for other languages.
 */
function pattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}
