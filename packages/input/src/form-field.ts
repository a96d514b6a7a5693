import { isJsonObject, type JsonObject } from "@x/wire";
import { optionsOf } from "./field-options.js";
import { fieldProblem } from "./field-problem.js";
import { excessive, type Flaw, malformed, quoted } from "./flaw.js";
import { INPUT_LIMITS } from "./input-limits.js";
import { isTextFormat, type TextFormat } from "./text-format.js";

/** What a field of a form can hold. */
export type FieldValue = string | number | boolean | readonly string[];

/**
 * One field of a form, of the five kinds there are: free text, a number, yes or no, one of several
 * options, any of several options.
 *
 * `default` is there only where it fits the field. All texts are the server's word, and not to be made
 * clickable.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema}
 */
export type FormField = TextField | NumberField | BooleanField | ChoiceField | ChoicesField;

/** What every field has. */
export interface FieldBase {
  /** The member of the answer. */
  readonly name: string;
  readonly isRequired: boolean;
  /** To be shown instead of the name. */
  readonly title?: string;
  readonly description?: string;
}

/** Free text. Lengths are in characters (Unicode code points). */
export interface TextField extends FieldBase {
  readonly type: "text";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: TextFormat;
  readonly default?: string;
}

/** A number, or a whole one. */
export interface NumberField extends FieldBase {
  readonly type: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Yes or no. */
export interface BooleanField extends FieldBase {
  readonly type: "boolean";
  readonly default?: boolean;
}

/** One of several options. */
export interface ChoiceField extends FieldBase {
  readonly type: "choice";
  readonly options: readonly FieldOption[];
  readonly default?: string;
}

/** Any of several options. */
export interface ChoicesField extends FieldBase {
  readonly type: "choices";
  readonly options: readonly FieldOption[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

/** What can be chosen: `value` is answered, `title` is shown. */
export interface FieldOption {
  readonly value: string;
  readonly title: string;
}

/**
 * Reads one property of `requestedSchema`. Members that the specification does not name are not looked
 * at; a `pattern` is never run.
 */
export function readField(base: FieldBase, schema: unknown): FormField | Flaw {
  const { name } = base;
  if (!isJsonObject(schema)) return malformed(`its field ${quoted(name)} is not an object`, name);
  const whole = withTexts(base, schema);
  if (isFlaw(whole)) return whole;
  const field = readKind(whole, schema);
  if (isFlaw(field) || schema["default"] === undefined) return field;
  return withDefault(field, schema["default"]);
}

function isFlaw(value: object): value is Flaw {
  return "type" in value && value.type === "flaw";
}

function withTexts(base: FieldBase, { title, description }: JsonObject): FieldBase | Flaw {
  for (const text of [title, description]) {
    if (text !== undefined && typeof text !== "string") {
      return wrong(base, "has a title or description that is not a string");
    }
    if (text !== undefined && text.length > INPUT_LIMITS.text) {
      return excessive("it has a text that is too long", INPUT_LIMITS.text, base.name);
    }
  }
  return {
    ...base,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}

function readKind(base: FieldBase, schema: JsonObject): FormField | Flaw {
  const { type } = schema;
  switch (type) {
    case "string":
      return schema["enum"] === undefined && schema["oneOf"] === undefined
        ? readText(base, schema)
        : readChoice(base, schema);
    case "number":
    case "integer": {
      const bounds = numbers(base, schema, ["minimum", "maximum"]);
      return isFlaw(bounds) ? bounds : { ...base, type, ...bounds };
    }
    case "boolean":
      return { ...base, type };
    case "array":
      return readChoices(base, schema);
    default: {
      const given = typeof type === "string" ? `the type ${quoted(type)}` : "no type";
      return wrong(base, `has ${given}, and a form is flat and has primitive fields`);
    }
  }
}

function readText(base: FieldBase, schema: JsonObject): TextField | Flaw {
  const { format } = schema;
  if (format !== undefined && !isTextFormat(format)) {
    return wrong(base, "has a format that no form has");
  }
  const bounds = numbers(base, schema, ["minLength", "maxLength"]);
  if (isFlaw(bounds)) return bounds;
  return { ...base, type: "text", ...bounds, ...(format === undefined ? {} : { format }) };
}

function readChoice(base: FieldBase, schema: JsonObject): ChoiceField | Flaw {
  const options = optionsOf(schema["enum"], schema["oneOf"], schema["enumNames"]);
  return typeof options === "string" ? wrong(base, options) : { ...base, type: "choice", options };
}

function readChoices(base: FieldBase, schema: JsonObject): ChoicesField | Flaw {
  const { items } = schema;
  if (!isJsonObject(items)) return wrong(base, "is an array without an object items");
  const isTitled = items["anyOf"] !== undefined;
  if (!isTitled && items["type"] !== "string") return wrong(base, "is not an array of strings");
  const options = optionsOf(items["enum"], items["anyOf"], undefined);
  if (typeof options === "string") return wrong(base, options);
  const bounds = numbers(base, schema, ["minItems", "maxItems"]);
  return isFlaw(bounds) ? bounds : { ...base, type: "choices", options, ...bounds };
}

/** Those members of a schema, each a number where it is there. */
function numbers<Name extends string>(
  base: FieldBase,
  schema: JsonObject,
  names: readonly Name[],
): { readonly [name in Name]?: number } | Flaw {
  const found: { [name in Name]?: number } = {};
  for (const name of names) {
    const value = schema[name];
    if (value === undefined) continue;
    const isNumber = typeof value === "number" && Number.isFinite(value);
    if (!isNumber) return wrong(base, `has a ${name} that is not a number`);
    found[name] = value;
  }
  return found;
}

/** The type of a default is the server's to get right; one that does not fit is left out. */
function withDefault(field: FormField, value: unknown): FormField | Flaw {
  if (!isOfKind(field, value)) return wrong(field, "has a default of another type");
  return fieldProblem(field, value) === undefined
    ? ({ ...field, default: value } as FormField)
    : field;
}

function isOfKind({ type }: FormField, value: unknown): boolean {
  switch (type) {
    case "text":
    case "choice":
      return typeof value === "string";
    case "number":
    case "integer":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "choices":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
  }
}

function wrong({ name }: FieldBase, detail: string): Flaw {
  return malformed(`its field ${quoted(name)} ${detail}`, name);
}
