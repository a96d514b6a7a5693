import { compareJson } from "@x/wire";
import { isTooDeep, TOO_DEEP } from "./depth.js";
import type { Entry } from "./entry.js";
import { headerPlan } from "./header-plan.js";
import type { Kind } from "./kind.js";
import { outputCheckOf, toolFlaw, withoutOutputSchema } from "./tool.js";

/** What is peculiar to tools: output checks, and headers for parameters. */
export const TOOL: Kind<Entry> = {
  noun: "tool",
  flaw: toolFlaw,
  withinDepth(tool) {
    if (!isTooDeep(tool)) {
      return tool;
    }
    const rest = withoutOutputSchema(tool);
    return isTooDeep(rest) ? undefined : rest;
  },
  headerPlan: ({ inputSchema }) => headerPlan(inputSchema),
  checkFlaw(tool, sent) {
    if (tool !== sent) {
      return { reason: "too_deep", detail: `its outputSchema ${TOO_DEEP}` };
    }
    return outputCheckOf(tool) === "broken"
      ? { reason: "output_schema_invalid", detail: "its outputSchema is not a schema object" }
      : undefined;
  },
  entry(canonical, peer, tool, headers) {
    return { canonical, peer, local: tool.name, tool, outputCheck: outputCheckOf(tool), headers };
  },
  isAsBefore(entry, tool, { length }) {
    return (
      entry.headers.length === length &&
      entry.outputCheck === outputCheckOf(tool) &&
      compareJson(entry.tool, tool) === 0
    );
  },
};
