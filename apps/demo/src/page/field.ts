import type { FieldValue, FormField } from "@x/input";
import { isJsonObject } from "@x/wire";

/** One field of a form that the page shows. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices" | "json";
  readonly isRequired: boolean;
  readonly hint: string;
  readonly options: readonly { readonly value: unknown; readonly title: string }[];
  readonly initial: Draft;
  /** Of what is written as JSON: the part of the schema that it has to fit. */
  readonly schema?: string;
}

/** What is in a field: text, the number of the option that is chosen, whether it is ticked, or which options are. */
export type Draft = string | boolean | readonly string[];

/** What is in every field, by name. */
export interface Drafts {
  readonly [name: string]: Draft;
}

type Members = { readonly [name: string]: unknown };

/** The fields of a JSON Schema for an object; what is not plain is a field for JSON. */
export function fieldsOfSchema(schema: unknown): readonly Field[] {
  const { properties, required } = membersOf(schema);
  return Object.entries(membersOf(properties)).map(([name, value]) => {
    const property = membersOf(value);
    const { title, description } = property;
    const options = optionsOf(property);
    const kind = options === undefined ? kindOf(property["type"]) : "choice";
    const field = {
      name,
      label: typeof title === "string" ? title : name,
      kind,
      isRequired: Array.isArray(required) && required.includes(name),
      hint: [typeof description === "string" ? description : "", boundsOf(property)]
        .filter((part) => part !== "")
        .join("; "),
      options: options ?? [],
      ...(kind === "json" && Object.keys(property).length > 0
        ? { schema: JSON.stringify(property, undefined, 2) }
        : {}),
    };
    // What can be but one thing, and has to be there, is that.
    const isGiven = field.isRequired && options?.length === 1;
    const usual = isGiven ? options[0]?.value : property["default"];
    return { ...field, initial: draftOf(field, usual) ?? emptyOf(kind) };
  });
}

/** The fields of a question that a server asks. */
export function fieldsOfQuestion(fields: readonly FormField[]): readonly Field[] {
  return fields.map((one) => {
    const field = {
      name: one.name,
      label: one.title ?? one.name,
      kind: one.type,
      isRequired: one.isRequired,
      hint: [one.description ?? "", boundsOf(one)].filter((part) => part !== "").join("; "),
      options: "options" in one ? one.options : [],
    };
    return { ...field, initial: draftOf(field, one.default) ?? emptyOf(one.type) };
  });
}

/** What every field has before anybody types. */
export function initialDrafts(fields: readonly Field[]): Drafts {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** What was filled in, as far as it fits, and what is wrong with the rest, in the order of the fields. */
export interface Filled {
  readonly values: Members;
  readonly problems: readonly string[];
}

/** The values of the fields. One that is left empty has none: who means an empty text writes JSON. */
export function fill(fields: readonly Field[], drafts: Drafts): Filled {
  const { values, problems } = read(fields, drafts);
  return { values, problems: problems.map(({ message }) => message) };
}

/** The same of a form that is not done yet: what is missing is no problem. */
export function fillSoFar(fields: readonly Field[], drafts: Drafts): Filled {
  const { values, problems } = read(fields, drafts);
  const wrong = problems.filter(({ isMissing }) => !isMissing);
  return { values, problems: wrong.map(({ message }) => message) };
}

interface Problem {
  readonly isMissing: boolean;
  readonly message: string;
}

function read(
  fields: readonly Field[],
  drafts: Drafts,
): { readonly values: Members; readonly problems: readonly Problem[] } {
  const values: [string, unknown][] = [];
  const problems: Problem[] = [];
  for (const field of fields) {
    const { name, label, isRequired } = field;
    const found = typedIn(field, drafts[name] ?? field.initial);
    if (found.type === "value") values.push([name, found.value]);
    else if (found.type === "wrong") {
      problems.push({ isMissing: false, message: `${label} is ${found.not}.` });
    } else if (isRequired) problems.push({ isMissing: true, message: `${label} is missing.` });
  }
  return { values: Object.fromEntries(values), problems };
}

/** What the fields have to hold for these values; or what of them no field can show. */
export function draftsOf(
  fields: readonly Field[],
  values: Members,
): { readonly drafts: Drafts; readonly lost: readonly string[] } {
  const names = new Set(fields.map(({ name }) => name));
  const lost = Object.keys(values).filter((name) => !names.has(name));
  const drafts = fields.map((field): [string, Draft] => {
    const isThere = Object.hasOwn(values, field.name);
    // A tick that was not touched says nothing; every other field does that by being empty.
    const untouched = field.kind === "boolean" ? field.initial : emptyOf(field.kind);
    const draft = isThere ? draftOf(field, values[field.name]) : untouched;
    if (draft === undefined) lost.push(field.name);
    return [field.name, draft ?? emptyOf(field.kind)];
  });
  return { drafts: Object.fromEntries(drafts), lost };
}

type Value =
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "none" }
  | { readonly type: "wrong"; readonly not: string };

const NONE: Value = { type: "none" };
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function typedIn({ kind, isRequired, initial, options }: Field, draft: Draft): Value {
  const given = (value: unknown): Value => ({ type: "value", value });
  if (typeof draft === "boolean") return isRequired || draft !== initial ? given(draft) : NONE;
  if (typeof draft !== "string") return draft.length > 0 || isRequired ? given(draft) : NONE;
  if (draft === "" || (kind !== "text" && draft.trim() === "")) return NONE;
  if (kind === "text") return given(draft);
  if (kind === "choice") return given(options[Number(draft)]?.value);
  if (kind === "json") {
    try {
      return given(JSON.parse(draft));
    } catch {
      return { type: "wrong", not: "not JSON" };
    }
  }
  const text = draft.trim();
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return { type: "wrong", not: "not a number" };
  const isWhole = kind === "number" || Number.isInteger(number);
  return isWhole ? given(number) : { type: "wrong", not: "not a whole number" };
}

function emptyOf(kind: Field["kind"]): Draft {
  if (kind === "boolean") return false;
  return kind === "choices" ? [] : "";
}

/** What a field has to hold for a value; nothing where it can hold none such. */
function draftOf(
  { kind, options }: Pick<Field, "kind" | "options">,
  value: unknown,
): Draft | undefined {
  switch (kind) {
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "choices":
      return Array.isArray(value) && value.every((one) => typeof one === "string")
        ? value
        : undefined;
    case "choice": {
      const wanted = JSON.stringify(value);
      const at = options.findIndex((one) => JSON.stringify(one.value) === wanted);
      return at === -1 ? undefined : String(at);
    }
    case "text":
      return typeof value === "string" && value !== "" && !/[\r\n]/.test(value) ? value : undefined;
    case "json":
      return value === undefined ? undefined : JSON.stringify(value);
    default:
      return typeof value === "number" ? String(value) : undefined;
  }
}

function kindOf(type: unknown): Field["kind"] {
  if (type === "string") return "text";
  return type === "number" || type === "integer" || type === "boolean" ? type : "json";
}

/** What a property may be, where that is told one by one. */
function optionsOf(property: Members): Field["options"] | undefined {
  const values = "const" in property ? [property["const"]] : property["enum"];
  if (!Array.isArray(values)) return undefined;
  return values.map((value: unknown) => ({
    value,
    title: typeof value === "string" && value !== "" ? value : JSON.stringify(value),
  }));
}

function boundsOf(field: object): string {
  const { minimum, maximum } = field as { readonly minimum?: unknown; readonly maximum?: unknown };
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER;
  const to = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
  if (from && to) return `${minimum} to ${maximum}`;
  if (from) return `${minimum} or more`;
  return to ? `${maximum} or less` : "";
}

function membersOf(value: unknown): Members {
  return isJsonObject(value) ? value : {};
}

/** Values of a question's form: its fields have no other kinds. */
export function answersOf(values: Members): { readonly [field: string]: FieldValue } {
  return values as { readonly [field: string]: FieldValue };
}
