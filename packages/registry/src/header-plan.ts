import { excerpt, type JsonObject } from "@x/wire";
import { isTooDeep, MAX_LEVELS, TOO_DEEP } from "./depth.js";
import { shown } from "./quarantine.js";
import { parameterPath, pointerTo, type SchemaPlace, schemaPlaces } from "./schema-places.js";

/** One parameter whose value is also sent as an HTTP header. */
export interface PlannedHeader {
  /** The header's whole name: `Mcp-Param-` and the server's name for it, in the server's case. */
  readonly header: string;
  /** The names that lead from a call's arguments to the value: one, or more where it is nested. */
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

/**
 * Which parameters of a tool are also sent as headers, each header once; in no order that means
 * anything. For a tool that asks for none it is always the same empty array.
 */
export type HeaderPlan = readonly PlannedHeader[];

/**
 * What makes a tool's annotations invalid. A closed list.
 *
 * - `misplaced`: one is not on a parameter that `properties` alone lead to.
 * - `name_invalid`: one is not a header name: a token of RFC 9110 of at most 256 characters.
 * - `type_invalid`: one is on a parameter whose `type` is not exactly `string`, `integer` or `boolean`.
 * - `duplicate`: two are the same name, upper and lower case being the same.
 * - `too_many`: there are more than 100.
 * - `too_deep`: the schema is nested more than 512 levels deep.
 */
export type HeaderProblemCode =
  | "misplaced"
  | "name_invalid"
  | "type_invalid"
  | "duplicate"
  | "too_many"
  | "too_deep";

/** A plan, or the first thing found that makes the tool unfit to be used over HTTP. */
export type HeaderPlanning =
  | { readonly type: "plan"; readonly plan: HeaderPlan }
  | {
      readonly type: "problem";
      readonly code: HeaderProblemCode;
      /** Completes the sentence "Tool x of server y is left out: …". */
      readonly detail: string;
    };

/** What a server writes beside a parameter's type to have its value as a header. */
const KEYWORD = "x-mcp-header";
/** As many headers as widespread servers take with one request. */
const MAX_HEADERS = 100;
const MAX_NAME_LENGTH = 256;

/** The plan of every tool that asks for no header. */
export const NO_HEADERS: HeaderPlan = /* @__PURE__ */ Object.freeze([]);

/** Where there is no header to plan. */
export const NOTHING_PLANNED: HeaderPlanning = /* @__PURE__ */ Object.freeze({
  type: "plan" as const,
  plan: NO_HEADERS,
});

/**
 * Reads from a tool's input schema which of its parameters are also sent as headers.
 *
 * An annotation counts wherever JSON Schema has a schema; a parameter that is named like the keyword,
 * and data that looks like an annotation, are none. One that breaks a rule makes all of it a problem.
 * Never throws and never runs out of stack, whatever the server wrote; a schema without annotations,
 * which nearly all are, is gone through once and allocates nothing.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension specification, "Schema Extension"}
 */
export function headerPlan(inputSchema: JsonObject): HeaderPlanning {
  const mention = findMention(inputSchema, MAX_LEVELS);
  if (mention === "none") {
    return NOTHING_PLANNED;
  }
  if (mention === "too_deep" || isTooDeep(inputSchema)) {
    return problem("too_deep", `its inputSchema ${TOO_DEEP}`);
  }
  /** By name in lower case. */
  const planned = new Map<string, PlannedHeader>();
  for (const place of schemaPlaces(inputSchema)) {
    if (Object.hasOwn(place.schema, KEYWORD)) {
      const read = readAnnotation(place);
      if (read.type === "problem") {
        return read;
      }
      const { header } = read;
      const name = header.header.toLowerCase();
      const namesake = planned.get(name);
      if (namesake !== undefined) {
        const both = `its parameters ${written(namesake.path)} and ${written(header.path)}`;
        return problem("duplicate", `${both} ask for the same header, ${shown(header.header)}`);
      }
      planned.set(name, header);
      if (planned.size > MAX_HEADERS) {
        return problem("too_many", `it asks for more than ${MAX_HEADERS} headers`);
      }
    }
  }
  return planned.size === 0 ? NOTHING_PLANNED : { type: "plan", plan: [...planned.values()] };
}

/** A parameter's path as it can stand in a sentence. */
export function written(path: readonly string[]): string {
  return shown(path.join("."));
}

type Problem = Extract<HeaderPlanning, { type: "problem" }>;

function problem(code: HeaderProblemCode, detail: string): Problem {
  return { type: "problem", code, detail };
}

/**
 * Whether the keyword is anywhere in a value, as a key of anything. Every tool of every list goes
 * through here, and since it goes no deeper than `levels`, it can afford to call itself.
 */
function findMention(value: object, levels: number): "none" | "some" | "too_deep" {
  if (levels === 0) {
    return "too_deep";
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const element: unknown = value[at];
      if (typeof element === "object" && element !== null) {
        const found = findMention(element, levels - 1);
        if (found !== "none") {
          return found;
        }
      }
    }
    return "none";
  }
  for (const key in value) {
    if (key === KEYWORD) {
      return "some";
    }
    const member = (value as JsonObject)[key];
    if (typeof member === "object" && member !== null) {
      const found = findMention(member, levels - 1);
      if (found !== "none") {
        return found;
      }
    }
  }
  return "none";
}

function readAnnotation(
  place: SchemaPlace,
): Problem | { readonly type: "header"; readonly header: PlannedHeader } {
  const path = parameterPath(place);
  if (place.reach !== "parameter" || path.length === 0) {
    const where = JSON.stringify(excerpt(pointerTo(place)));
    return problem(
      "misplaced",
      `its ${KEYWORD} at ${where} is not on a parameter that "properties" alone lead to`,
    );
  }
  const name = place.schema[KEYWORD];
  const flaw = nameFlaw(name);
  if (flaw !== undefined) {
    return problem("name_invalid", `the ${KEYWORD} of its parameter ${written(path)} ${flaw}`);
  }
  const type = place.schema["type"];
  if (type !== "string" && type !== "integer" && type !== "boolean") {
    return problem(
      "type_invalid",
      `its parameter ${written(path)} asks for a header, but its type is not one of string, integer and boolean`,
    );
  }
  return { type: "header", header: { header: `Mcp-Param-${String(name)}`, path, type } };
}

/** RFC 9110, section 5.6.2: control characters are not in the alphabet of a token either. */
function nameFlaw(name: unknown): string | undefined {
  if (typeof name !== "string") {
    return "is not a string";
  }
  if (name === "") {
    return "is empty";
  }
  if (name.length > MAX_NAME_LENGTH) {
    return `is longer than ${MAX_NAME_LENGTH} characters`;
  }
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)
    ? undefined
    : `is not the name of an HTTP header: ${shown(name)}`;
}
