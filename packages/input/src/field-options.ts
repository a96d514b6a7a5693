import { isJsonObject } from "@x/wire";
import type { FieldOption } from "./form-field.js";

/**
 * The options of a field, from a list of values, or from one of values with titles; what is wrong with
 * them otherwise. `names` are the titles of the older form, one for each value, and not looked at
 * where they are something else.
 */
export function optionsOf(
  values: unknown,
  titled: unknown,
  names: unknown,
): readonly FieldOption[] | string {
  if (values !== undefined && titled !== undefined) return "lists its options twice";
  if (titled !== undefined) return titledOptions(titled);
  if (!isStrings(values)) return "has options that are not an array of strings";
  const titles = isStrings(names) ? names : [];
  return values.map((value, at) => ({ value, title: titles[at] ?? value }));
}

function titledOptions(titled: unknown): readonly FieldOption[] | string {
  if (!Array.isArray(titled)) return WITHOUT_TITLES;
  const options: FieldOption[] = [];
  for (const option of titled) {
    const value = isJsonObject(option) ? option["const"] : undefined;
    const title = isJsonObject(option) ? option["title"] : undefined;
    if (typeof value !== "string" || typeof title !== "string") return WITHOUT_TITLES;
    options.push({ value, title });
  }
  return options;
}

const WITHOUT_TITLES = "has options that are not an array of objects with const and title";

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
