import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import type { Pair } from "./key-values.js";
import { isTooDeep, MOST_LEVELS } from "./nesting.js";
import { propertyTypes } from "./property-types.js";
import { TYPE_NAMES, typesOfValue } from "./schema/json-type.js";
import { shownValue } from "./schema/walk.js";

/** What the arguments of a call are made of. */
export interface Given {
  /** Of `--args`. */
  readonly args: JsonObject;
  /** Stronger, key by key. */
  readonly pairs: readonly Pair[];
  /** Whether what does not fit is refused, or stays a text. */
  readonly check: "before" | "none";
}

/**
 * The arguments of a call: those of `--args`, and over them, key by key, those written `key=value`,
 * each as the kind of value that the tool's schema says it is, and those written `key:=JSON` as they are.
 *
 * Texts stay texts wherever the schema allows one, or does not tell.
 *
 * @throws CliError `invalid_argument` for a value that does not fit, or is no JSON.
 */
export function toolArguments(inputSchema: JsonObject, { args, pairs, check }: Given): JsonObject {
  const typed = pairs.map((pair) => {
    const value = pair.form === "json" ? jsonValue(pair) : typedValue(pair, inputSchema, check);
    return [pair.key, value] as const;
  });
  return { ...args, ...Object.fromEntries(typed) };
}

function jsonValue(pair: Pair): unknown {
  const value = parsed(pair);
  if (value !== undefined) return value;
  const { key, text } = pair;
  throw invalid(
    `The argument ${JSON.stringify(key)} is written with := and has to be JSON; ${shownValue(text)} is not. A text is written ${key}=TEXT.`,
  );
}

function typedValue(pair: Pair, inputSchema: JsonObject, check: Given["check"]): unknown {
  const { key, text } = pair;
  const types = propertyTypes(inputSchema, key);
  if (types === undefined || types.has("string")) return text;
  const value = parsed(pair);
  if (value !== undefined && typesOfValue(value).some((type) => types.has(type))) {
    // An integer beyond these has lost digits already, and would name something else.
    const isExact = typeof value !== "number" || !types.has("integer") || types.has("number");
    if (isExact || Number.isSafeInteger(value)) return value;
  }
  if (check === "none") return text;
  const expected = [...types].map((type) =>
    type === "array" || type === "object" ? `${TYPE_NAMES[type]} (as JSON)` : TYPE_NAMES[type],
  );
  throw invalid(
    `The argument ${JSON.stringify(key)} has to be ${expected.join(" or ")}; ${shownValue(text)} is not.`,
  );
}

function parsed({ key, text }: Pair): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) && !Array.isArray(value)) return value;
  if (!isTooDeep(value)) return value;
  throw invalid(
    `The argument ${JSON.stringify(key)} is nested more than ${MOST_LEVELS} levels deep.`,
  );
}

function invalid(message: string): CliError {
  return new CliError(`${message} Nothing was sent.`, { code: "invalid_argument" });
}
