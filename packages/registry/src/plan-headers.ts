import { encodeHeaderValue, isJsonObject } from "@x/wire";
import { type HeaderPlan, type PlannedHeader, written } from "./header-plan.js";

/** A call's headers by their whole names, or the first argument that no header can carry. */
export type CallHeaders =
  | { readonly type: "headers"; readonly headers: { readonly [header: string]: string } }
  | {
      readonly type: "problem";
      readonly code: "invalid_argument";
      /** The names that lead to the argument. */
      readonly path: readonly string[];
      /** A sentence that names the argument, what it has to be and what it is, never its value. */
      readonly message: string;
    };

const NO_HEADERS: CallHeaders = /* @__PURE__ */ Object.freeze({
  type: "headers" as const,
  headers: /* @__PURE__ */ Object.freeze({}),
});

/**
 * The headers that go with one call: what the arguments have at exactly the planned path, encoded.
 * Without a value, or with `null`, there is no header.
 *
 * Header and body must say the same, or the server has to refuse the call. So an argument that is not
 * of the type that the server declared is a problem, and the call must not be sent. Nothing is read
 * but what the arguments are as JSON.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding specification, "Value Encoding"}
 */
export function planHeaders(plan: HeaderPlan, args: object): CallHeaders {
  if (plan.length === 0) {
    return NO_HEADERS;
  }
  const headers: Record<string, string> = {};
  for (const planned of plan) {
    const value = valueAt(args, planned.path);
    if (value !== undefined && value !== null) {
      if (!isOfType(value, planned.type)) {
        const { header, path, type } = planned;
        const message = `The argument ${written(path)} has to be ${EXPECTED[type]}, because it is also sent as the header ${header}; it is ${kindOf(value)}.`;
        return { type: "problem", code: "invalid_argument", path, message };
      }
      headers[planned.header] = encodeHeaderValue(String(value));
    }
  }
  return { type: "headers", headers };
}

const EXPECTED: Readonly<Record<PlannedHeader["type"], string>> = {
  string: "a string of whole characters",
  integer: "an integer from -9007199254740991 to 9007199254740991",
  boolean: "true or false",
};

/** Goes into nothing that is not written as an object, and by no name that is not written. */
function valueAt(args: object, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isJsonObject(value)) {
      return undefined;
    }
    if (typeof value["toJSON"] === "function") {
      // What the body will say in its place cannot be told from here: it is of no type.
      return value;
    }
    if (!Object.prototype.propertyIsEnumerable.call(value, name)) {
      return undefined;
    }
    value = value[name];
  }
  return value;
}

function isOfType(value: unknown, type: PlannedHeader["type"]): boolean {
  switch (type) {
    case "string":
      // Half a surrogate pair has no UTF-8 form, so no header says what the body says.
      return typeof value === "string" && !/\p{Surrogate}/u.test(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "boolean":
      return typeof value === "boolean";
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) {
    return "an array";
  }
  switch (typeof value) {
    case "string":
      return /\p{Surrogate}/u.test(value) ? "a string with half a character" : "a string";
    case "number":
      return "another number";
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}
