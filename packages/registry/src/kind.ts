import type { JsonObject } from "@x/wire";
import type { NamedEntry, ValueOf } from "./entry.js";
import type { OwnFlaw } from "./flaw.js";
import type { HeaderPlan, HeaderPlanning } from "./header-plan.js";
import type { Quarantined, QuarantineReason } from "./quarantine.js";

/** All that is different between one kind of entry and another. The registry carries it. */
export interface Kind<E extends NamedEntry> {
  /** What messages call one of its values. */
  readonly noun: Quarantined["kind"];
  /** Why an object is not one of this kind, apart from what all kinds have in common. */
  readonly flaw: (value: JsonObject) => OwnFlaw | undefined;
  /**
   * The value itself where it is not nested too deep, what is left of it where only a part is that can
   * be spared, otherwise nothing.
   */
  readonly withinDepth: (value: ValueOf<E>) => ValueOf<E> | undefined;
  /** The headers that the use of a value takes. */
  readonly headerPlan: (value: ValueOf<E>) => HeaderPlanning;
  /** Why the output of a value in use cannot be checked; `sent` is it before it was cut to depth. */
  readonly checkFlaw: (value: ValueOf<E>, sent: ValueOf<E>) => CheckFlaw | undefined;
  readonly entry: (canonical: string, peer: string, value: ValueOf<E>, headers: HeaderPlan) => E;
  /** Whether an entry of the same local name would be no other one. */
  readonly isAsBefore: (entry: E, value: ValueOf<E>, headers: HeaderPlan) => boolean;
}

/** Why there is no output check. */
interface CheckFlaw {
  readonly reason: QuarantineReason;
  /** Completes the sentence "Tool x of server y is used without an output check: …". */
  readonly detail: string;
}
