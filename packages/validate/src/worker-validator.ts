import { settingsFrom, type WorkerValidatorOptions } from "./options.js";
import { Pool } from "./pool.js";
import type { Validator } from "./validator.js";

/** What a {@link WorkerValidator} has in use at the moment. */
export interface Usage {
  /** Workers that live, starting ones included. */
  readonly workers: number;
  /** Checks that no worker has begun. */
  readonly waiting: number;
  /** Compiled schemas that the workers hold, each worker's counted by themselves. */
  readonly schemas: number;
  /** How often a schema was given to a worker to compile, since the beginning. */
  readonly compilations: number;
}

/** A {@link Validator} whose checks run in worker threads. Each of its functions can be handed on alone. */
export interface WorkerValidator extends Validator {
  usage(): Usage;
}

/**
 * Checks in worker threads of Node: a check that does not end costs its worker, and never the host's loop.
 *
 * Nothing is started before the first check. Idle workers do not keep the process alive; `close()` ends
 * them. Where there are no worker threads, every check is `unavailable`.
 *
 * @throws ValidateError `invalid_option`. Its `check()` rejects with `not_json`.
 */
export function workerValidator(options: WorkerValidatorOptions = {}): WorkerValidator {
  const pool = new Pool(settingsFrom(options));
  return {
    check: (schema, value, wanted) => pool.check(schema, value, wanted),
    close: () => pool.close(),
    usage: () => pool.usage(),
  };
}
