import type { Tool } from "./tool.js";

/**
 * The most levels that a tool may be nested, the tool itself being the first: far more than any schema
 * has, and far fewer than what hosts can walk, copy and write as JSON without running out of stack.
 */
export const MAX_LEVELS = 512;

/** Whether hosts need to be spared a value, because it is nested deeper than {@link MAX_LEVELS}. */
export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, MAX_LEVELS);
}

/**
 * The tool itself where it is not nested too deep; the tool with `null` as its output schema where only
 * that one is; otherwise nothing.
 */
export function withinDepth(tool: Tool): Tool | undefined {
  if (!isTooDeep(tool)) {
    return tool;
  }
  const rest = { ...tool, outputSchema: null };
  return isTooDeep(rest) ? undefined : rest;
}

/**
 * Whether a JSON value has more than `levels` levels of objects and arrays; a value that is neither
 * has none.
 *
 * Every tool of every list goes through here. Since it goes no deeper than `levels`, it can afford to
 * call itself, which is about twice as fast as a stack of its own.
 */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (levels === 0) {
    return true;
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const element: unknown = value[at];
      if (typeof element === "object" && isDeeper(element, levels - 1)) {
        return true;
      }
    }
    return false;
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === "object" && isDeeper(member, levels - 1)) {
      return true;
    }
  }
  return false;
}
