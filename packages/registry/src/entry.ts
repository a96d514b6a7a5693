import type { HeaderPlan } from "./header-plan.js";
import type { Prompt } from "./prompt.js";
import type { OutputCheck, Tool } from "./tool.js";

/** Whatever has a name in a merged namespace. Stays the same object for as long as nothing in it changes. */
export interface NamedEntry {
  /** The name in the merged namespace: what a model or a user sees. No two entries share one. */
  readonly canonical: string;
  readonly peer: string;
  /** The name at its own server: what the wire carries. */
  readonly local: string;
}

/** A tool under the name a model sees. */
export interface Entry extends NamedEntry {
  readonly tool: Tool;
  readonly outputCheck: OutputCheck;
  /** The headers that a call takes, for `planHeaders`; none unless the list was one with `paramHeaders`. */
  readonly headers: HeaderPlan;
}

/** A prompt under the name a user sees. */
export interface PromptEntry extends NamedEntry {
  readonly prompt: Prompt;
}

/** What an entry gives a name to. */
export type ValueOf<E extends NamedEntry> = E extends { readonly tool: Tool } ? Tool : Prompt;
