import { isJsonObject, type JsonObject } from "@x/wire";
import { oneLine } from "../printable.js";
import { literal, nameText, requiredIn, tellingOf, typeText } from "./type-text.js";

/** A whole name is never cut. */
const LONGEST_NAME = 10_000;

/** Unless said otherwise, a line has about so many characters. */
const WIDTH = 200;

/** Levels of objects that are told of an argument, and of a result. */
const DEPTH_OF_ARGUMENT = 2;
const DEPTH_OF_RESULT = 1;

/** A part of a line that is longer than this is cut. */
const LONGEST_PART = 120;

/** What stands for the arguments that are not shown. */
const MORE = ", …";

/** And for a result that is not. */
const NO_RESULT = " -> …";

/** What a signature is made of. */
export interface Signed {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: unknown;
}

/** One argument of a tool, in words. */
export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its type as one line, and its default where it has one. */
  readonly text: string;
  readonly description: string | undefined;
}

/** The arguments of a tool: those that it needs first, otherwise in the order of its schema. */
export function parametersOf(inputSchema: JsonObject): readonly Parameter[] {
  const { properties } = inputSchema;
  if (!isJsonObject(properties)) return [];
  const required = requiredIn(inputSchema);
  const names = Object.keys(properties);
  const ordered = [
    ...names.filter((name) => required.has(name)),
    ...names.filter((name) => !required.has(name)),
  ];
  return ordered.map((name) => parameterOf(name, required.has(name), inputSchema));
}

/**
 * A tool as one line, made from its schemas: `search(query: string, limit?: integer = 10) -> { hits: … }`.
 *
 * Wide, deep and hostile schemas stay on a line of about `width` characters: what does not fit is `…`.
 */
export function signatureOf({ name, inputSchema, outputSchema }: Signed, width = WIDTH): string {
  const result = isJsonObject(outputSchema)
    ? ` -> ${cut(typeText(outputSchema, DEPTH_OF_RESULT, tellingOf(outputSchema)))}`
    : "";
  const head = `${oneLine(name, LONGEST_NAME)}(`;
  const room = width - head.length - result.length - 1;
  const shown: string[] = [];
  let used = 0;
  const parameters = parametersOf(inputSchema);
  for (const [at, parameter] of parameters.entries()) {
    const mark = parameter.isRequired ? "" : "?";
    const text = `${nameText(parameter.name)}${mark}: ${cut(parameter.text)}`;
    const rest = at === parameters.length - 1 ? 0 : MORE.length;
    // The first is always there: without it nobody knows what kind of tool it is.
    if (shown.length > 0 && used + text.length + rest > room) {
      shown.push("…");
      break;
    }
    shown.push(text);
    used += text.length + 2;
  }
  const called = `${head}${shown.join(", ")})`;
  const left = Math.max(width - called.length, NO_RESULT.length);
  return called + (result.length > left ? `${result.slice(0, left - 1)}…` : result);
}

/** Put into words only where it is looked at: there may be ten thousand. */
function parameterOf(name: string, isRequired: boolean, root: JsonObject): Parameter {
  const { properties } = root;
  const schema = isJsonObject(properties) ? properties[name] : undefined;
  const own: JsonObject = isJsonObject(schema) ? schema : {};
  return {
    name,
    isRequired,
    get text() {
      const type = typeText(schema, DEPTH_OF_ARGUMENT, tellingOf(root));
      return Object.hasOwn(own, "default") ? `${type} = ${literal(own["default"])}` : type;
    },
    description: typeof own["description"] === "string" ? own["description"] : undefined,
  };
}

function cut(text: string): string {
  return text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART - 1)}…` : text;
}
