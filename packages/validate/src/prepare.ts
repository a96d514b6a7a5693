import { isJsonObject, type JsonObject } from "@x/wire";
import { type Bounds, type Exceeded, exceeds } from "./bounds.js";
import { builtin } from "./builtin.js";
import { type Dialect, dialectOf } from "./dialect.js";
import { ValidateError } from "./validate-error.js";
import type { Verdict } from "./verdict.js";

/** A schema that may be compiled. */
export interface Prepared {
  /** The same for schemas of equal content, and for no others. */
  readonly key: string;
  readonly dialect: Dialect;
  /** Its JSON text. */
  readonly text: string;
}

/**
 * Looks at a schema from the outside: whether it is one at all, whether it is small enough to be looked at
 * more closely, and which dialect it is in.
 *
 * @throws ValidateError `not_json`.
 */
export function prepare(schema: JsonObject, bounds: Bounds): Prepared | Verdict {
  if (!isJsonObject(schema)) {
    return { verdict: "bad_schema", message: "It is not an object." };
  }
  const exceeded = exceeds(schema, bounds);
  if (exceeded !== undefined) {
    return tooComplex("schema", inWords(exceeded));
  }
  const dialect = dialectOf(schema);
  if (typeof dialect !== "string") {
    return dialect;
  }
  const text = jsonText(schema, "schema");
  return typeof text === "string" ? { key: digest(text) ?? text, dialect, text } : text;
}

/**
 * What `JSON.stringify` makes of a value, or the verdict where it is too much for that.
 *
 * @throws ValidateError `not_json` where that is nothing.
 */
export function jsonText(value: unknown, of: "schema" | "value"): string | Verdict {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    if (cause instanceof RangeError)
      return tooComplex(of, "too deep or too long to be written as JSON");
    throw notJson({ cause });
  }
  if (text === undefined) {
    throw notJson({});
  }
  return text;
}

/** The verdict on what is more than is looked at. */
export function tooComplex(of: "schema" | "value", how: string): Verdict {
  return { verdict: "too_complex", of, message: `The ${of} is ${how}.` };
}

function inWords({ bound, limit }: Exceeded): string {
  return bound === "depth"
    ? `nested more than ${limit} levels deep`
    : `of more than ${limit} ${bound}`;
}

function digest(text: string): string | undefined {
  return builtin("node:crypto")?.createHash("sha256").update(text).digest("base64");
}

function notJson(options: { readonly cause?: unknown }): ValidateError {
  const message = "Only what can be written as JSON can be checked; hand in a JSON value.";
  return new ValidateError(message, { code: "not_json", ...options });
}
