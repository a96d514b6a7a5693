import type { JsonObject } from "@x/wire";
import type { HeaderPlanning } from "../src/index.js";

/** An input schema with these parameters. */
export function schema(properties: object, more: object = {}): JsonObject {
  return { type: "object", properties, ...more };
}

/** A parameter that asks for a header; a string, unless said otherwise. */
export function mirrored(name: unknown = "Region", type: unknown = "string"): object {
  return { type, "x-mcp-header": name };
}

/** A plan as `header: path (type)` lines, or the code of the problem. */
export function planned(planning: HeaderPlanning): unknown {
  return planning.type === "plan"
    ? planning.plan.map(({ header, path, type }) => `${header}: ${path.join(" > ")} (${type})`)
    : planning.code;
}
