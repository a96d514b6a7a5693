import { type EraName, excerpt, isJsonObject, type JsonObject, resultTypeOf } from "@x/wire";

/** Whether a result is what was asked for, or asks for something itself, or is of no use. */
export type Interim =
  | { readonly type: "complete" }
  | { readonly type: "input_required" }
  | { readonly type: "invalid"; readonly message: string };

/**
 * Reads `resultType` of a modern result: an absent one is complete, one that is not known is invalid
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype}). A legacy result
 * has no such member.
 */
export function interim(result: JsonObject, era: EraName): Interim {
  if (era === "legacy") return COMPLETE;
  switch (resultTypeOf(result)) {
    case "complete":
    case "absent":
      return COMPLETE;
    case "input_required":
      return { type: "input_required" };
    case "unrecognised": {
      const given = described(result["resultType"]);
      return { type: "invalid", message: `its resultType is ${given}, which is not known` };
    }
  }
}

const COMPLETE: Interim = { type: "complete" };

/** What a server put in the place of a name; never looks inside, however deep that may be. */
function described(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(excerpt(value));
  if (Array.isArray(value)) return "an array";
  return isJsonObject(value) ? "an object" : String(value);
}
