import { isDeepStrictEqual } from "node:util";
import type { Printer } from "./print.js";

/** What the demo claims, held against what happened. */
export class Expectations {
  readonly #printer: Printer;
  readonly #broken: string[] = [];
  #held = 0;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  /** How many held so far. */
  get held(): number {
    return this.#held;
  }

  /** Those that did not hold, each as a sentence with what was expected and what was seen. */
  get broken(): readonly string[] {
    return this.#broken;
  }

  /** Claims that two values are equal in every member, and prints whether they are. */
  equal(claim: string, actual: unknown, expected: unknown): void {
    if (isDeepStrictEqual(actual, expected)) {
      this.#held += 1;
      this.#printer.held(claim);
      return;
    }
    const sentence = `${claim}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(actual)}`;
    this.#broken.push(sentence);
    this.#printer.broken(sentence);
  }
}
