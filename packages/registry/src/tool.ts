import { isJsonObject, type JsonObject } from "@x/wire";
import { isAbsent, type OwnFlaw } from "./flaw.js";

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
 * `declared` one that looks like a schema, what it declares is `broken` and is not to be used, or it was
 * `too_deep` to be handed on, so that nobody can say what results have to be.
 */
export type OutputCheck = "none" | "declared" | "broken" | "too_deep";

/** Marks a tool whose output schema was left out; nothing that a server writes can. */
const CUT: unique symbol = Symbol("output schema left out");

/** A tool without its output schema, which is nested too deep. */
export function withoutOutputSchema(tool: Tool): Tool {
  // Not enumerable: it is said of the tool, and is no part of it.
  return Object.defineProperty({ ...tool, outputSchema: null }, CUT, { value: true });
}

/**
 * Why an object is not a {@link Tool}, as far as only tools are like that; nothing where it is one. Of
 * schemas it looks at the outside only.
 */
export function toolFlaw({ inputSchema, annotations }: JsonObject): OwnFlaw | undefined {
  const detail = schemaDetail(inputSchema);
  if (detail !== undefined) {
    return { reason: "input_schema_invalid", detail };
  }
  return isAbsent(annotations) || isJsonObject(annotations)
    ? undefined
    : { reason: "member_invalid", detail: "its annotations are not an object" };
}

/** What a tool's output schema is good for. */
export function outputCheckOf(tool: Tool): OutputCheck {
  const schema = tool.outputSchema;
  if (schema === undefined) {
    return "none";
  }
  if (CUT in tool) {
    return "too_deep";
  }
  const dialect = isJsonObject(schema) ? schema["$schema"] : null;
  return dialect === undefined || typeof dialect === "string" ? "declared" : "broken";
}

function schemaDetail(schema: unknown): string | undefined {
  if (schema === undefined) {
    return "it has no inputSchema";
  }
  if (!isJsonObject(schema)) {
    return "its inputSchema is not an object";
  }
  return schema["type"] === "object" ? undefined : 'its inputSchema does not say type: "object"';
}
