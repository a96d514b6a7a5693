import type { JsonObject } from "@x/wire";
import type { CallLine } from "./call.js";
import { CliError } from "./cli-error.js";
import type { Pair } from "./key-values.js";
import { isTooDeep, MOST_LEVELS } from "./nesting.js";
import { type JsonType, propertyTypes } from "./property-types.js";

/**
 * The arguments of a call: those of `--args`, and over them, key by key, those written `key=value`,
 * each as the kind of value that the tool's schema says it is.
 *
 * Texts stay texts wherever the schema allows one, or does not tell.
 *
 * @throws CliError `invalid_argument` for a value that does not fit.
 */
export function toolArguments(
  inputSchema: JsonObject,
  { args, pairs }: Pick<CallLine, "args" | "pairs">,
): JsonObject {
  const typed = pairs.map((pair) => [pair.key, typedValue(pair, inputSchema)] as const);
  return { ...args, ...Object.fromEntries(typed) };
}

function typedValue({ key, text }: Pair, inputSchema: JsonObject): unknown {
  const types = propertyTypes(inputSchema, key);
  if (types === undefined || types.has("string")) return text;
  const value = parsed(text);
  if (isTooDeep(value)) {
    throw new CliError(
      `The argument ${JSON.stringify(key)} is nested more than ${MOST_LEVELS} levels deep.`,
      { code: "invalid_argument" },
    );
  }
  if (value !== undefined && [...typesOf(value)].some((type) => types.has(type))) return value;
  const expected = [...types].map((type) => NAMES[type]).join(" or ");
  throw new CliError(
    `The argument ${JSON.stringify(key)} has to be ${expected}; ${JSON.stringify(cut(text))} is not.`,
    { code: "invalid_argument" },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function typesOf(value: unknown): readonly JsonType[] {
  switch (typeof value) {
    case "boolean":
      return ["boolean"];
    case "number":
      if (!Number.isFinite(value)) return [];
      // An integer beyond these has lost digits already, and would name something else.
      return Number.isSafeInteger(value) ? ["integer", "number"] : ["number"];
    case "object":
      return value === null ? ["null"] : Array.isArray(value) ? ["array"] : ["object"];
    default:
      return [];
  }
}

const NAMES: { readonly [type in JsonType]: string } = {
  array: "an array (as JSON)",
  boolean: "true or false",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object (as JSON)",
  string: "a string",
};

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
