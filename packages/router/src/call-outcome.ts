import type { ExchangeOutcome } from "@x/connection";
import type { Entry } from "@x/registry";
import type { EraName } from "@x/wire";
import type { CheckEnd } from "./checks.js";
import type { ContentFlaw } from "./content-flaws.js";
import { checkToolResult, type ToolResult } from "./tool-result.js";
import { arrived, type Unmet } from "./unmet.js";

/** How an attempt ended that was made. */
export type CallEnded =
  | {
      readonly type: "result";
      readonly entry: Entry;
      readonly result: ToolResult;
      /** What is wrong with pieces of its content, where something is; looked for with `checks` only. */
      readonly flaws?: readonly ContentFlaw[];
    }
  | (Unmet & { readonly entry: Entry });

/** How a call ended: a value for everything that a peer can cause. */
export type CallOutcome =
  | CallEnded
  | (Exclude<CheckEnd, { readonly type: "invalid_result" }> & { readonly entry: Entry })
  /** The guard denied it; nothing was sent. */
  | { readonly type: "denied"; readonly entry: Entry; readonly reason: string }
  | {
      readonly type: "unknown_tool";
      readonly name: string;
      /** Canonical names that come close, the closest first. */
      readonly nearest: readonly string[];
    };

/** What the end of an exchange means for its call. */
export function callEnded(outcome: ExchangeOutcome, entry: Entry, era: EraName): CallEnded {
  const arrival = arrived(outcome);
  if (arrival.type !== "arrived") return { ...arrival, entry };
  const checked = checkToolResult(arrival.result, era);
  switch (checked.type) {
    case "complete":
      return { type: "result", entry, result: checked.result };
    case "input_required":
      return { type: "input_required", entry, result: checked.result };
    case "invalid":
      return { type: "invalid_result", entry, message: checked.message };
  }
}
