/** A JSON Schema (2020-12), or a part of one. */
export type Shape = Readonly<Record<string, unknown>>;

type Members = Readonly<Record<string, Shape>>;

export const TEXT: Shape = { type: "string" };
export const BOOLEAN: Shape = { type: "boolean" };
export const COUNT: Shape = { type: "integer", minimum: 0 };
export const MILLISECONDS: Shape = { type: "number", minimum: 0 };
/** What a server sent, or declares. */
export const ANY: Shape = {};
export const ANY_OBJECT: Shape = { type: "object" };

/** An object with these members and no others. */
export function object(required: Members, optional: Members = {}): Shape {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** An array of such. */
export function list(items: Shape): Shape {
  return { type: "array", items };
}

/** An object of such by names. */
export function byName(values: Shape): Shape {
  return { type: "object", additionalProperties: values };
}

/** One of these texts. */
export function oneOf(...texts: readonly string[]): Shape {
  return { enum: texts };
}

/** Such, or `null`. */
export function orNull(shape: Shape): Shape {
  return { anyOf: [shape, { type: "null" }] };
}

/** One of these. */
export function either(...shapes: readonly Shape[]): Shape {
  return { anyOf: shapes };
}
