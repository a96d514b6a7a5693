import type { JsonObject } from "@x/wire";
import type { Verdict } from "./verdict.js";

/** What is wanted of one check. */
export interface CheckOptions {
  /** Fires when nobody waits for the verdict any more: a check that no worker has begun is `unavailable` then. */
  readonly signal?: SignalLike;
}

/** What this package needs of an `AbortSignal`; a platform's own fits. */
export interface SignalLike {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Checks JSON values against JSON Schemas. All that a router or a client knows of this package: whoever
 * has another way to check hands in an object of this shape.
 */
export interface Validator {
  /**
   * Whether `value` is what `schema` describes, by the dialect that the schema declares, or 2020-12.
   *
   * A schema object is taken to stay as it is: it is compiled once, and known again by its identity or by
   * equal content. The value is taken as `JSON.stringify` would write it.
   *
   * Never to be asked about a tool's result with `isError`: what a tool says of its failure is not bound
   * by its output schema.
   *
   * What a server can cause is a verdict. Rejects for what only the caller can: a value that is not JSON.
   */
  check(schema: JsonObject, value: unknown, options?: CheckOptions): Promise<Verdict>;
  /** Ends it: checks that are not over, and later ones, are `unavailable`. Can be called again. */
  close(): Promise<void>;
}
