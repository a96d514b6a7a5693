import { isJsonObject, type JsonObject } from "@x/wire";
import { type FieldProblem, fieldProblem } from "./field-problem.js";
import type { FormRequest } from "./form.js";

/**
 * What is wrong with the content of a form; nothing where it can be submitted.
 *
 * The answer of a handler is checked in the same way. It is here for hosts whose form is to say what is
 * wrong while the user still sees it. Members without a value (`undefined`) count as not there.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security}
 */
export function checkContent(
  { fields }: Pick<FormRequest, "fields">,
  content: { readonly [field: string]: unknown },
): readonly FieldProblem[] {
  const left = new Map(Object.entries(content).filter(([, value]) => value !== undefined));
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const { name, isRequired } = field;
    if (left.has(name)) {
      const problem = fieldProblem(field, left.get(name));
      if (problem !== undefined) problems.push(problem);
    } else if (isRequired) {
      problems.push({ field: name, code: "missing", message: "has no value, and is required" });
    }
    left.delete(name);
  }
  for (const name of left.keys()) {
    problems.push({ field: name, code: "unknown", message: "is no field of this form" });
  }
  return problems;
}

/** A copy of content that the one who gave it cannot change any more, nor what is in it. */
export function copyContent(content: unknown): JsonObject | undefined {
  if (content === undefined) return {};
  if (!isJsonObject(content)) return undefined;
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? [...value] : value]],
    ),
  );
}
