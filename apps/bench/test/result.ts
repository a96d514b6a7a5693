import { readFileSync } from "node:fs";

/** What the benchmark writes, as far as tests look at it. */
export interface Result {
  readonly size: string;
  readonly machine: { readonly [member: string]: unknown };
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly sides: { readonly [side: string]: string };
    readonly medians: { readonly [side: string]: number };
    readonly ratios: { readonly [side: string]: number };
    readonly verdict: string | null;
  }[];
  readonly broken: readonly unknown[];
  readonly samples: { readonly [scenario: string]: { readonly [contender: string]: unknown[] } };
}

/** Reads a result file. */
export function resultAt(file: string): Result {
  return JSON.parse(readFileSync(file, "utf8")) as Result;
}
