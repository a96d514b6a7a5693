import type { JsonObject } from "@x/wire";
import { afterAll, vi } from "vitest";
import {
  type Verdict,
  type WorkerValidator,
  type WorkerValidatorOptions,
  workerValidator,
} from "../../src/index.js";

// Workers and processes are started, some of them to run until a deadline.
vi.setConfig({ testTimeout: 60_000 });

/** A validator for the tests of one file, closed after them. Time is no matter unless it is asked for. */
export function validatorOfFile(options: WorkerValidatorOptions = {}): WorkerValidator {
  const validator = workerValidator({ timeoutMs: 60_000, compileTimeoutMs: 60_000, ...options });
  afterAll(() => validator.close());
  return validator;
}

/** Schema and value as they come from a server: parsed, so that `__proto__` is a member like others. */
export function parsed(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

/** The code alone of many verdicts. */
export function codes(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.map(({ verdict }) => verdict);
}

/** Does not come to an end on `RUNAWAY_VALUE`. */
export const RUNAWAY: JsonObject = { type: "string", pattern: "^(a+)+$" };
export const RUNAWAY_VALUE: string = `${"a".repeat(40)}!`;
