import { type Check, compile } from "./compile.js";
import type { Job } from "./job.js";
import type { Verdict } from "./verdict.js";

/** The schemas that a worker holds. Which, the host says. */
export class Schemas {
  readonly #checks = new Map<string, Check>();

  get size(): number {
    return this.#checks.size;
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#checks.delete(key);
  }

  /** Compiles a schema. One that cannot be is held as well, with the verdict on it. */
  compile(key: string, { text, dialect }: NonNullable<Job["schema"]>): void {
    this.#checks.set(key, compile(JSON.parse(text), dialect));
  }

  /** Checks a value, given as JSON text, against the schema with this key. */
  check(key: string, value: string): Verdict {
    const check = this.#checks.get(key);
    return check === undefined
      ? { verdict: "unavailable", message: "The worker does not hold the schema." }
      : check(JSON.parse(value));
  }
}
