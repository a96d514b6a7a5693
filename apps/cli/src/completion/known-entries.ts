import type { Entry, PromptEntry } from "@x/registry";
import { isJsonObject } from "@x/wire";
import { firstLine } from "../columns-text.js";
import { schemaTarget } from "../schema/schema-target.js";
import { parametersOf } from "../schema/signature.js";
import type { KnownArgument, KnownEntry } from "./catalogue.js";

/** What is kept at most: of one server, of one tool, of one argument. */
const MOST_ENTRIES = 500;
const MOST_ARGUMENTS = 60;
const MOST_VALUES = 60;
const LONGEST_NAME = 200;
const LONGEST_ABOUT = 80;

/** What completion needs to know of tools. */
export function knownTools(entries: readonly Entry[]): readonly KnownEntry[] {
  return entries
    .slice(0, MOST_ENTRIES)
    .map(({ local, tool }) => ({
      name: local,
      about: aboutOf(tool.description ?? tool.title),
      args: parametersOf(tool.inputSchema)
        .slice(0, MOST_ARGUMENTS)
        .map((parameter): KnownArgument => {
          const { name, isRequired } = parameter;
          const { properties } = tool.inputSchema;
          const schema = isJsonObject(properties) ? properties[name] : undefined;
          const need = isRequired ? ", required" : "";
          return {
            name,
            about: aboutOf(`${parameter.text}${need}`),
            values: valuesOf(schema, tool.inputSchema),
          };
        })
        .filter(isShort),
    }))
    .filter(isShort);
}

/** What completion needs to know of prompts. */
export function knownPrompts(entries: readonly PromptEntry[]): readonly KnownEntry[] {
  return entries
    .slice(0, MOST_ENTRIES)
    .map(({ local, prompt }) => ({
      name: local,
      about: aboutOf(prompt.description ?? prompt.title),
      args: (prompt.arguments ?? [])
        .slice(0, MOST_ARGUMENTS)
        .map(({ name, description, required }): KnownArgument => {
          const need = required === true ? "required" : "";
          return { name, about: aboutOf(description ?? need), values: [] };
        })
        .filter(isShort),
    }))
    .filter(isShort);
}

function isShort({ name }: { readonly name: string }): boolean {
  return name.length <= LONGEST_NAME;
}

function aboutOf(text: unknown): string {
  return typeof text === "string" ? firstLine(text).slice(0, LONGEST_ABOUT) : "";
}

/** The values of a schema that has few: options, and the two of a boolean. */
function valuesOf(schema: unknown, root: Readonly<Record<string, unknown>>): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { $ref, type, anyOf, oneOf } = schema;
  if (typeof $ref === "string") {
    const target = schemaTarget($ref, root);
    // One step: what refers to a reference may go round.
    return isJsonObject(target) && target["$ref"] === undefined ? valuesOf(target, root) : [];
  }
  const options = Array.isArray(schema["enum"])
    ? schema["enum"]
    : "const" in schema
      ? [schema["const"]]
      : [];
  const ofType = type === "boolean" ? [true, false] : [];
  const union: readonly unknown[] = Array.isArray(anyOf)
    ? anyOf
    : Array.isArray(oneOf)
      ? oneOf
      : [];
  const ofUnion = union.slice(0, MOST_VALUES).flatMap((one) => {
    if (!isJsonObject(one)) return [];
    if (Array.isArray(one["enum"])) return one["enum"];
    return "const" in one ? [one["const"]] : [];
  });
  return [...options, ...ofType, ...ofUnion]
    .slice(0, MOST_VALUES)
    .filter((one) => ["string", "number", "boolean"].includes(typeof one))
    .map(String)
    .filter(({ length }) => length > 0 && length <= LONGEST_NAME);
}
