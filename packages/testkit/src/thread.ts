import type { Cancel } from "@x/connection";
import type { Incoming, JsonObject, RequestId } from "@x/wire";
import type { Step } from "./transcript.js";

/**
 * In which order messages may come: as they are written, or, where several `>` follow one another, in any
 * order among these, since nothing orders requests that are under way at once over HTTP.
 */
export type PlayOrder = "as_written" | "any";

/** One run through steps: those of the lifetime, or those of a standing answer. */
export interface Thread {
  readonly steps: readonly Step[];
  readonly bound: Map<RequestId, RequestId>;
  at: number;
  /** Where the `>` stand, from `at` on, for which a message has come. */
  readonly came: Set<number>;
  cancelWait: Cancel | undefined;
}

type Await = Extract<Step, { readonly type: "await" }>;

/** A `>` that is waited for, and where it stands. */
export interface OpenStep {
  readonly step: Await;
  readonly index: number;
}

/** A run that stands at the first of its steps. */
export function thread(steps: readonly Step[], bound: Map<RequestId, RequestId>): Thread {
  return { steps, bound, at: 0, came: new Set(), cancelWait: undefined };
}

/** The first `>` ahead that no message has come for; in any order, those that follow it at once too. */
export function openSteps({ steps, at, came }: Thread, order: PlayOrder): readonly OpenStep[] {
  const open: OpenStep[] = [];
  for (const [offset, step] of steps.slice(at).entries()) {
    const index = at + offset;
    if (step.type !== "await") {
      if (open.length > 0) return open;
    } else if (!came.has(index)) {
      open.push({ step, index });
      if (order === "as_written") return open;
    }
  }
  return open;
}

/** The id in the transcript stands for the real one from here on. */
export function bind(bound: Map<RequestId, RequestId>, { id }: JsonObject, sent: Incoming): void {
  if (sent.type !== "request") return;
  if (typeof id === "string" || typeof id === "number") bound.set(id, sent.message.id);
}
