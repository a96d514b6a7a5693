/** Where in the arguments something is: the names of members, and the places in arrays. */
export type Path = readonly string[];

/** One thing that is wrong with arguments, by the schema of their tool. */
export type Flaw =
  /** A member that has to be there, and is not; `path` is that of its object. */
  | { readonly type: "missing"; readonly path: Path; readonly name: string }
  /** A member that the object does not take; `known` are those that it does. */
  | {
      readonly type: "unknown";
      readonly path: Path;
      readonly name: string;
      readonly meant: string | undefined;
      readonly known: readonly string[];
    }
  /** A value that is none of those wanted. `wants` continues "has to be". */
  | {
      readonly type: "unfit";
      readonly path: Path;
      readonly wants: string;
      readonly value: unknown;
      /** The option that was likely meant. */
      readonly meant?: string | undefined;
    }
  /** What a whole check found: its words are the validator's. */
  | { readonly type: "said"; readonly path: Path; readonly message: string };

/** What a check of arguments came to. */
export interface Checked {
  readonly flaws: readonly Flaw[];
  /** Whether all that the schema says was looked at; where not, there may be more flaws. */
  readonly isWhole: boolean;
}
