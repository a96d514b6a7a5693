import { excerpt, type JsonObject } from "@x/wire";
import { MissingRefError, type ValidateFunction } from "ajv";
import { ajvFor, metaschemaCheck } from "./ajv-for.js";
import { beyondAjv } from "./beyond-ajv.js";
import type { Dialect } from "./dialect.js";
import { rewrite } from "./rewrite.js";
import { schemaPlaces } from "./schema-places.js";
import type { Verdict } from "./verdict.js";
import { violations } from "./violations.js";

/** Checks a parsed JSON value. Never throws. */
export type Check = (value: unknown) => Verdict;

/**
 * Compiles a parsed schema, which is used up by it. Never throws: on a schema that cannot be compiled, the
 * verdict is the same for every value.
 *
 * Each schema gets an instance of its own: nothing that two schemas name, such as `$id`, meets. Nothing is
 * ever fetched (specification: basic, "`$ref` Resolution"). Each has to be valid by the metaschema of its
 * dialect (the same, "Schema Validation").
 */
export function compile(schema: JsonObject, dialect: Dialect): Check {
  try {
    const places = schemaPlaces(schema);
    const beyond = beyondAjv(places, dialect);
    if (beyond !== undefined) return always(beyond);
    const isSchema = metaschemaCheck(dialect);
    if (!isSchema(schema)) {
      const [first] = violations(isSchema.errors);
      return always(
        badSchema(`Not a ${dialect} schema: ${first?.path || "it"} ${first?.message}.`),
      );
    }
    rewrite(places, dialect);
    return checkWith(ajvFor(dialect).compile(schema));
  } catch (error) {
    return always(verdictOn(error, "schema"));
  }
}

function always(verdict: Verdict): Check {
  return () => verdict;
}

function checkWith(validate: ValidateFunction): Check {
  return (value) => {
    try {
      // A schema cannot make this a promise: see rewrite().
      return validate(value)
        ? { verdict: "valid" }
        : { verdict: "invalid", errors: violations(validate.errors) };
    } catch (error) {
      return verdictOn(error, "value");
    }
  };
}

function verdictOn(error: unknown, of: "schema" | "value"): Verdict {
  if (error instanceof MissingRefError) {
    const ref = JSON.stringify(excerpt(error.missingRef));
    return badSchema(`Its $ref ${ref} leads to nothing in it, and nothing is fetched.`);
  }
  if (error instanceof RangeError) {
    const message = `The stack of a worker is not enough to go through the ${of}.`;
    return { verdict: "too_complex", of, message };
  }
  const message = error instanceof Error ? excerpt(error.message) : "It cannot be compiled.";
  // Where the host forbids to make code of strings, no schema is to blame.
  return error instanceof EvalError
    ? { verdict: "unavailable", message: `No schema can be compiled: ${message}` }
    : badSchema(message);
}

function badSchema(message: string): Verdict {
  return { verdict: "bad_schema", message };
}
