import type { JsonObject } from "@x/wire";
import type { Flaw, Path } from "./flaw.js";

/** A check of arguments under way. */
export interface Walk {
  readonly root: JsonObject;
  readonly flaws: Flaw[];
  /** Whether all that was met could be looked at. */
  isWhole: boolean;
  /** How many schemas may still be looked at. */
  left: number;
  /** Looks at one value; what is wrong with it goes to the flaws. */
  readonly check: (schema: unknown, place: Place, walk: Walk) => void;
}

/** A value, and how deep its schema may still be. */
export interface Place {
  readonly value: unknown;
  readonly path: Path;
  readonly depth: number;
}

/** A value as JSON, cut. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
