import { compareJson } from "@x/wire";
import { isTooDeep } from "./depth.js";
import type { PromptEntry } from "./entry.js";
import { NOTHING_PLANNED } from "./header-plan.js";
import type { Kind } from "./kind.js";
import { promptFlaw } from "./prompt.js";

/** Prompts are used whole or not at all, and take no headers. */
export const PROMPT: Kind<PromptEntry> = {
  noun: "prompt",
  flaw: promptFlaw,
  withinDepth: (prompt) => (isTooDeep(prompt) ? undefined : prompt),
  headerPlan: () => NOTHING_PLANNED,
  checkFlaw: () => undefined,
  entry: (canonical, peer, prompt) => ({ canonical, peer, local: prompt.name, prompt }),
  isAsBefore: (entry, prompt) => compareJson(entry.prompt, prompt) === 0,
};
