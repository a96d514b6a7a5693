/** The types that JSON Schema names. */
export const JSON_TYPES = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
] as const;

/** One of {@link JSON_TYPES}. */
export type JsonType = (typeof JSON_TYPES)[number];

/** The types that a value has: an integer is a number, too. */
export function typesOfValue(value: unknown): readonly JsonType[] {
  switch (typeof value) {
    case "string":
      return ["string"];
    case "boolean":
      return ["boolean"];
    case "number":
      if (!Number.isFinite(value)) return [];
      return Number.isInteger(value) ? ["integer", "number"] : ["number"];
    case "object":
      return value === null ? ["null"] : Array.isArray(value) ? ["array"] : ["object"];
    default:
      return [];
  }
}

/** What a value of a type is, behind "has to be". */
export const TYPE_NAMES: { readonly [type in JsonType]: string } = {
  array: "an array",
  boolean: "true or false",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};
