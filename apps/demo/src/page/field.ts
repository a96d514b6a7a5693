import type { FieldValue, FormField } from "@x/input";

/** One field of a form that the page shows. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices" | "json";
  readonly isRequired: boolean;
  readonly hint: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly initial: Draft;
}

/** What is in a field: text, whether it is ticked, or which of its options are. */
export type Draft = string | boolean | readonly string[];

/** What is in every field, by name. */
export interface Drafts {
  readonly [name: string]: Draft;
}

/** The fields of a JSON Schema for an object; what is not plain is a field for JSON. */
export function fieldsOfSchema(schema: unknown): readonly Field[] {
  const properties = objectIn(objectIn(schema)["properties"]);
  const required = objectIn(schema)["required"];
  return Object.entries(properties).map(([name, value]) => {
    const property = objectIn(value);
    const { title, description, type, enum: options } = property;
    const isChoice = Array.isArray(options) && options.every((one) => typeof one === "string");
    const kind = isChoice ? "choice" : kindOf(type);
    return {
      name,
      label: typeof title === "string" ? title : name,
      kind,
      isRequired: Array.isArray(required) && required.includes(name),
      hint: [typeof description === "string" ? description : "", boundsOf(property)]
        .filter((part) => part !== "")
        .join("; "),
      options: isChoice ? options.map((one) => ({ value: one, title: one })) : [],
      initial: initialOf(kind, property["default"]),
    };
  });
}

/** The fields of a question that a server asks. */
export function fieldsOfQuestion(fields: readonly FormField[]): readonly Field[] {
  return fields.map((field) => ({
    name: field.name,
    label: field.title ?? field.name,
    kind: field.type,
    isRequired: field.isRequired,
    hint: [field.description ?? "", boundsOf(field)].filter((part) => part !== "").join("; "),
    options: "options" in field ? field.options : [],
    initial: initialOf(field.type, field.default),
  }));
}

/** What every field has before anybody types. */
export function initialDrafts(fields: readonly Field[]): Drafts {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** What was filled in, or what is wrong with it. */
export type Filled =
  | { readonly type: "filled"; readonly values: { readonly [name: string]: unknown } }
  | { readonly type: "wrong"; readonly field: string; readonly message: string };

/** The values of the fields. One that is left empty has none: who means an empty text writes JSON. */
export function fill(fields: readonly Field[], drafts: Drafts): Filled {
  const values: [string, unknown][] = [];
  for (const field of fields) {
    const draft = drafts[field.name] ?? field.initial;
    const value = fieldValue(field, draft);
    if (value === WRONG) {
      const message = `${field.label} is not ${field.kind === "json" ? "JSON" : "a number"}.`;
      return { type: "wrong", field: field.name, message };
    }
    if (value !== undefined) values.push([field.name, value]);
    else if (field.isRequired) {
      return { type: "wrong", field: field.name, message: `${field.label} is missing.` };
    }
  }
  return { type: "filled", values: Object.fromEntries(values) };
}

const WRONG = Symbol("wrong");

function fieldValue({ kind, isRequired, initial }: Field, draft: Draft): unknown {
  if (typeof draft === "boolean") return isRequired || draft !== initial ? draft : undefined;
  if (typeof draft !== "string") return draft.length > 0 || isRequired ? draft : undefined;
  if (kind === "text") return draft === "" ? undefined : draft;
  if (draft.trim() === "") return undefined;
  if (kind === "choice") return draft;
  if (kind !== "json") {
    const number = Number(draft);
    return Number.isFinite(number) ? number : WRONG;
  }
  try {
    return JSON.parse(draft) as unknown;
  } catch {
    return WRONG;
  }
}

function kindOf(type: unknown): Field["kind"] {
  if (type === "string") return "text";
  return type === "number" || type === "integer" || type === "boolean" ? type : "json";
}

function initialOf(kind: Field["kind"], value: unknown): Draft {
  if (kind === "boolean") return value === true;
  if (kind === "choices") return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined) return "";
  return typeof value === "string" && kind !== "json" ? value : JSON.stringify(value);
}

function boundsOf(field: object): string {
  const { minimum, maximum } = field as { readonly minimum?: unknown; readonly maximum?: unknown };
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER;
  const to = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
  if (from && to) return `${minimum} to ${maximum}`;
  if (from) return `${minimum} or more`;
  return to ? `${maximum} or less` : "";
}

function objectIn(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: unknown })
    : {};
}

/** Values of a question's form: its fields have no other kinds. */
export function answersOf(values: { readonly [name: string]: unknown }): {
  readonly [field: string]: FieldValue;
} {
  return values as { readonly [field: string]: FieldValue };
}
