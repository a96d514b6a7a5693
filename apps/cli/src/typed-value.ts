import type { FieldOption, FieldValue, FormField } from "@x/input";

/**
 * What was typed as a value of a field; as it is where that cannot be: then it does not fit, and
 * `checkContent` of `@x/input` says why.
 *
 * An option is typed as it is, or by its number, from 1; several with commas between them.
 */
export function typedValue(field: FormField, line: string): FieldValue {
  switch (field.type) {
    case "text":
      return line;
    case "number":
    case "integer":
      return NUMBER.test(line.trim()) ? Number(line) : line;
    case "boolean":
      return BOOLEANS.get(line.trim().toLowerCase()) ?? line;
    case "choice":
      return optionTyped(field.options, line);
    case "choices":
      return line.split(",").map((one) => optionTyped(field.options, one));
  }
}

/** A value as it would be typed. */
export function valueText(value: FieldValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? value.join(", ") : String(value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["y", true],
  ["true", true],
  ["no", false],
  ["n", false],
  ["false", false],
]);

/** A value is stronger than a number: options may be numbers themselves. */
function optionTyped(options: readonly FieldOption[], typed: string): string {
  const word = typed.trim();
  const named = options.find(({ value }) => value === typed || value === word);
  if (named !== undefined) return named.value;
  const numbered = /^\d+$/.test(word) ? options[Number(word) - 1] : undefined;
  return numbered?.value ?? word;
}
