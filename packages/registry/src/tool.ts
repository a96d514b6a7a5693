import { isJsonObject, type JsonObject } from "@x/wire";

/**
 * A tool as its server described it: the server's own object, not a copy, unless its output schema is
 * nested too deep to be handed on and had to be left out. What is not named here is kept and unchecked;
 * nothing in it is nested more than 512 levels deep, the tool itself being the first. `null` where a member may be absent is tolerated, because servers write it.
 *
 * Everything in it, `annotations` above all, is the server's claim
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool specification, "Tool"}).
 */
export interface Tool {
  /** The local name: what the wire carries. A model is shown the entry's canonical name instead. */
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** Says `type: "object"`; nothing else in it is checked here. */
  readonly inputSchema: JsonObject;
  /** To be used only where the entry's `outputCheck` is `declared`. */
  readonly outputSchema?: unknown;
  readonly annotations?: JsonObject | null;
  readonly icons?: readonly unknown[] | null;
  readonly _meta?: JsonObject | null;
  readonly [key: string]: unknown;
}

/**
 * Whether results can be checked against the tool's output schema: it declares `none`, it has
 * `declared` one that looks like a schema, or what it declares is `broken` and is not to be used.
 */
export type OutputCheck = "none" | "declared" | "broken";

/** Why a value is not a tool. */
export interface ToolFlaw {
  readonly reason: "not_an_object" | "name_invalid" | "input_schema_invalid" | "member_invalid";
  /** Completes the sentence "Tool x of server y is left out: …". */
  readonly detail: string;
  /** The value's name, where it is usable. */
  readonly name: string | undefined;
}

/**
 * Finds out why a value is not a {@link Tool}; nothing where it is one. Of schemas it looks at the
 * outside only.
 */
export function toolFlaw(value: unknown): ToolFlaw | undefined {
  if (!isJsonObject(value)) {
    return { reason: "not_an_object", detail: "it is not an object", name: undefined };
  }
  const name = value["name"];
  if (typeof name !== "string") {
    const detail = name === undefined ? "it has no name" : "its name is not a string";
    return { reason: "name_invalid", detail, name: undefined };
  }
  const badName = nameDetail(name);
  if (badName !== undefined) {
    return { reason: "name_invalid", detail: badName, name: undefined };
  }
  const badSchema = schemaDetail(value["inputSchema"]);
  if (badSchema !== undefined) {
    return { reason: "input_schema_invalid", detail: badSchema, name };
  }
  const badMember = memberDetail(value);
  return badMember === undefined
    ? undefined
    : { reason: "member_invalid", detail: badMember, name };
}

/** What a tool's output schema is good for. */
export function outputCheckOf(tool: Tool): OutputCheck {
  const schema = tool.outputSchema;
  if (schema === undefined) {
    return "none";
  }
  const dialect = isJsonObject(schema) ? schema["$schema"] : null;
  return dialect === undefined || typeof dialect === "string" ? "declared" : "broken";
}

/** Names longer than this many UTF-16 code units are refused. The specification advises 128. */
const MAX_NAME_LENGTH = 512;

/** Names outside the advised alphabet are common and are let in; what drives a terminal is not. */
function nameDetail(name: string): string | undefined {
  if (name === "") {
    return "its name is empty";
  }
  if (name.length > MAX_NAME_LENGTH) {
    return `its name is longer than ${MAX_NAME_LENGTH} characters`;
  }
  return CONTROL.test(name) ? "its name contains a control character" : undefined;
}

const CONTROL = /\p{Cc}/u;

function schemaDetail(schema: unknown): string | undefined {
  if (schema === undefined) {
    return "it has no inputSchema";
  }
  if (!isJsonObject(schema)) {
    return "its inputSchema is not an object";
  }
  return schema["type"] === "object" ? undefined : 'its inputSchema does not say type: "object"';
}

function memberDetail(tool: JsonObject): string | undefined {
  const { title, description, annotations, icons, _meta } = tool;
  if (typeof title !== "string" && !isAbsent(title)) {
    return "its title is not a string";
  }
  if (typeof description !== "string" && !isAbsent(description)) {
    return "its description is not a string";
  }
  if (!isAbsent(annotations) && !isJsonObject(annotations)) {
    return "its annotations are not an object";
  }
  if (!isAbsent(icons) && !Array.isArray(icons)) {
    return "its icons are not an array";
  }
  return isAbsent(_meta) || isJsonObject(_meta) ? undefined : "its _meta is not an object";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
