import type { Dialect } from "./dialect.js";
import type { Verdict } from "./verdict.js";

/** What a worker is given, one at a time: a value to check, and what becomes of the schemas it holds. */
export interface Job {
  /** Of the schema to check against. */
  readonly key: string;
  /** That schema, where the worker does not hold it yet. */
  readonly schema?: { readonly text: string; readonly dialect: Dialect };
  /** Keys of schemas that it is to forget. */
  readonly release: readonly string[];
  /** The value, as JSON text. */
  readonly value: string;
}

/** What a worker says: once that it is `ready`, then for each job that it has `compiled`, and is `done`. */
export type Reply =
  | { readonly type: "ready" }
  | { readonly type: "compiled" }
  /** `held` is how many schemas it holds. */
  | { readonly type: "done"; readonly verdict: Verdict; readonly held: number };
