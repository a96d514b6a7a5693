import type { FieldOption, FormField } from "./form-field.js";
import { hasFormat } from "./text-format.js";

/**
 * Why a value does not fit a field. A closed list.
 *
 * - `missing`: the field is required and has no value.
 * - `unknown`: the form has no such field.
 * - `type`: the value is not of the field's type.
 * - `option`: the value is none of the options.
 * - `length`: the text is too short or too long.
 * - `range`: the number is too small or too large.
 * - `count`: too few or too many options are chosen.
 * - `format`: the text is no e-mail address, URI, date or date with time.
 */
export type FieldProblemCode =
  | "missing"
  | "unknown"
  | "type"
  | "option"
  | "length"
  | "range"
  | "count"
  | "format";

/** What is wrong with the value of one field; `message` reads on after the field's name. */
export interface FieldProblem {
  readonly field: string;
  readonly code: FieldProblemCode;
  readonly message: string;
}

/** What keeps a value out of a field, where something does. */
export function fieldProblem(field: FormField, value: unknown): FieldProblem | undefined {
  switch (field.type) {
    case "text":
      return textProblem(field, value);
    case "number":
    case "integer":
      return numberProblem(field, value);
    case "boolean":
      return typeof value === "boolean"
        ? undefined
        : problem(field, "type", "is neither true nor false");
    case "choice":
      if (typeof value !== "string") return problem(field, "type", "is not text");
      return isOption(field.options, value) ? undefined : problem(field, "option", NO_OPTION);
    case "choices":
      return choicesProblem(field, value);
  }
}

function textProblem(
  field: Extract<FormField, { type: "text" }>,
  value: unknown,
): FieldProblem | undefined {
  if (typeof value !== "string") return problem(field, "type", "is not text");
  const { minLength, maxLength, format } = field;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = codePoints(value);
    const bounds = outside(length, minLength, maxLength);
    if (bounds !== undefined) {
      return problem(field, "length", `has ${length} characters, ${bounds}`);
    }
  }
  return format === undefined || hasFormat(value, format)
    ? undefined
    : problem(field, "format", `is not of the format ${format}`);
}

function numberProblem(
  field: Extract<FormField, { type: "number" | "integer" }>,
  value: unknown,
): FieldProblem | undefined {
  const isNumber = typeof value === "number" && Number.isFinite(value);
  if (!isNumber) return problem(field, "type", "is not a number");
  if (field.type === "integer" && !Number.isInteger(value)) {
    return problem(field, "type", "is not a whole number");
  }
  const bounds = outside(value, field.minimum, field.maximum);
  return bounds === undefined ? undefined : problem(field, "range", `is ${value}, ${bounds}`);
}

function choicesProblem(
  field: Extract<FormField, { type: "choices" }>,
  value: unknown,
): FieldProblem | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    return problem(field, "type", "is not a list of texts");
  }
  const options = new Set(field.options.map((option) => option.value));
  if (!value.every((item) => options.has(item))) return problem(field, "option", NO_OPTION);
  const bounds = outside(value.length, field.minItems, field.maxItems);
  return bounds === undefined
    ? undefined
    : problem(field, "count", `has ${value.length} chosen, ${bounds}`);
}

const NO_OPTION = "is none of the options";

function isOption(options: readonly FieldOption[], value: string): boolean {
  return options.some((option) => option.value === value);
}

function outside(value: number, least = -Infinity, most = Infinity): string | undefined {
  if (value < least) return `and the least is ${least}`;
  return value > most ? `and the most is ${most}` : undefined;
}

/** JSON Schema counts characters, and a string of JavaScript has two units for some. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function problem({ name }: FormField, code: FieldProblemCode, message: string): FieldProblem {
  return { field: name, code, message };
}
