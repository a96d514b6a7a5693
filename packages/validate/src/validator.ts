import type { JsonObject } from "@x/wire";
import type { Verdict } from "./verdict.js";

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
  check(schema: JsonObject, value: unknown): Promise<Verdict>;
  /** Ends it: checks that are not over, and later ones, are `unavailable`. Can be called again. */
  close(): Promise<void>;
}
