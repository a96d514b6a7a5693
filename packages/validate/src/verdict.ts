/** One place of a value that its schema does not allow. */
export interface Violation {
  /**
   * JSON Pointer (RFC 6901) into the value; `""` is the value itself. At most 200 characters: where the
   * place is further in than that can say, what it is in.
   */
  readonly path: string;
  /** What is wanted there, at most 200 characters. Holds names and values of the schema, so: of the server. */
  readonly message: string;
}

/**
 * What a check came to. Only `valid` says that the value is what its schema describes, and only `invalid`
 * that it is not; the others say why nobody knows, and the caller decides what that is worth.
 *
 * `of` says whether it was the schema or the value that was too much. Messages are sentences for people,
 * at most a few hundred characters, and may quote the schema.
 */
export type Verdict =
  | { readonly verdict: "valid" }
  /** At least 1 and at most 10 violations, in the order in which they were found. */
  | { readonly verdict: "invalid"; readonly errors: readonly Violation[] }
  | {
      readonly verdict: "unsupported_dialect";
      /** The `$schema` that is not known, at most 200 characters of it. */
      readonly dialect: string;
      readonly message: string;
    }
  | { readonly verdict: "bad_schema"; readonly message: string }
  | {
      readonly verdict: "too_complex";
      readonly of: "schema" | "value";
      readonly message: string;
    }
  | {
      readonly verdict: "timed_out";
      readonly of: "schema" | "value";
      /** The time that was not enough. */
      readonly timeoutMs: number;
      readonly message: string;
    }
  | { readonly verdict: "unavailable"; readonly message: string };
