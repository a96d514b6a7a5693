import { compareJson, isJsonObject } from "@x/wire";
import { _, type FuncKeywordDefinition } from "ajv";

/**
 * The keywords that ask whether JSON values are equal. ajv's own ask the values for `valueOf`, `toString`
 * and `constructor`, which a server can put into them.
 */
export const EQUALITY_KEYWORDS: readonly FuncKeywordDefinition[] = [
  {
    keyword: "const",
    errors: false,
    compile: (allowed: unknown) => (value: unknown) => compareJson(allowed, value) === 0,
    error: {
      message: "must be equal to constant",
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
  },
  {
    keyword: "enum",
    schemaType: "array",
    errors: false,
    compile: isOneOf,
    error: {
      message: "must be equal to one of the allowed values",
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    compile: (isAsked: boolean) => (value: readonly unknown[]) => !isAsked || isUnique(value),
    error: { message: "must NOT have duplicate items" },
  },
];

function isOneOf(allowed: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(allowed);
  const others = allowed.filter((one) => typeof one === "object" && one !== null);
  return (value) => scalars.has(value) || others.some((one) => compareJson(one, value) === 0);
}

/** Quicker than comparing each with each, whose time would grow with the square of their number. */
function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(sortedText)).size === items.length;
}

/** The same for equal values, and for no others. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
