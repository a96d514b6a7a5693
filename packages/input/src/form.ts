import { isJsonObject, type JsonObject } from "@x/wire";
import { excessive, type Flaw, malformed, quoted } from "./flaw.js";
import { type FieldValue, type FormField, readField } from "./form-field.js";
import { INPUT_LIMITS } from "./input-limits.js";

/** A form that a server wants filled in. */
export interface FormRequest {
  /** Why, in the server's words. */
  readonly message: string;
  /** In the order in which the server has them. */
  readonly fields: readonly FormField[];
  /**
   * What to put into the form before the user sees it: the defaults that fit their fields. Nothing is
   * added to what the user submits.
   */
  readonly defaults: { readonly [field: string]: FieldValue };
  /** As the server sent it, for hosts that draw forms from JSON Schema. May have more than `fields`. */
  readonly requestedSchema: JsonObject;
}

/**
 * Reads the parameters of an elicitation in form mode.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests}
 */
export function readForm(params: JsonObject): FormRequest | Flaw {
  const { message, requestedSchema } = params;
  if (typeof message !== "string") return malformed("its message is not a string");
  if (message.length > INPUT_LIMITS.text) {
    return excessive("its message is too long", INPUT_LIMITS.text);
  }
  if (!isJsonObject(requestedSchema)) return malformed("its requestedSchema is not an object");
  const fields = readFields(requestedSchema);
  if ("type" in fields) return fields;
  return { message, fields, defaults: defaultsOf(fields), requestedSchema };
}

function readFields({ type, properties, required = [] }: JsonObject): FormField[] | Flaw {
  if (type !== "object" || !isJsonObject(properties)) {
    return malformed("its requestedSchema is not an object schema with properties");
  }
  const names = Object.keys(properties);
  if (names.length > INPUT_LIMITS.fields) {
    return excessive(`it has ${names.length} fields`, INPUT_LIMITS.fields);
  }
  const needed = requiredNames(required, properties);
  if ("type" in needed) return needed;
  const fields: FormField[] = [];
  let options = 0;
  for (const name of names) {
    if (name.length > INPUT_LIMITS.text) {
      return excessive("it has a field with a long name", INPUT_LIMITS.text);
    }
    const field = readField({ name, isRequired: needed.has(name) }, properties[name]);
    if (field.type === "flaw") return field;
    options += "options" in field ? field.options.length : 0;
    if (options > INPUT_LIMITS.options) {
      return excessive("it has too many options", INPUT_LIMITS.options, name);
    }
    fields.push(field);
  }
  return fields;
}

/** A name that is no field could never be answered. */
function requiredNames(required: unknown, properties: JsonObject): ReadonlySet<string> | Flaw {
  if (!Array.isArray(required)) return malformed("its required is not an array");
  const names = new Set<string>();
  for (const name of required) {
    if (typeof name !== "string") return malformed("its required is not an array of names");
    if (!Object.hasOwn(properties, name)) {
      return malformed(`it requires ${quoted(name)}, which is no field`);
    }
    names.add(name);
  }
  return names;
}

/** From entries: a field may have the name of something that every object has. */
function defaultsOf(fields: readonly FormField[]): FormRequest["defaults"] {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default]])),
  );
}
