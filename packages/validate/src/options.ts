import type { Bounds } from "./bounds.js";
import type { HeldBounds } from "./held.js";
import { ValidateError } from "./validate-error.js";

/** What can be set; every number is a positive integer. */
export interface WorkerValidatorOptions {
  /**
   * Workers, each started when a check would have to wait. One more is started once all of them have been at
   * one check each for 100 ms, for schemas whose last check came to its end. Default 2.
   */
  readonly workers?: number;
  /** How long checking a value may take, from when a worker begins; how long it waits does not count. Default 1,000. */
  readonly timeoutMs?: number;
  /** How long compiling a schema may take, once a worker and version of the schema. Default 5,000. */
  readonly compileTimeoutMs?: number;
  /** How long a schema is left alone that cost two workers in a row. Default 60,000. */
  readonly restMs?: number;
  /** The memory that each worker may use for what lives long, in mebibytes. Default 256. */
  readonly memoryMb?: number;
  /** Compiled schemas that each worker holds; the least recently used are released. Default 500. */
  readonly maxSchemas?: number;
  /** Levels of objects and arrays of a schema. Default 128. */
  readonly maxSchemaDepth?: number;
  /** JSON objects in a schema, so no fewer than it has subschemas. Default 10,000. */
  readonly maxSubschemas?: number;
  /** Characters of a schema's JSON text, without escapes. Default 262,144. */
  readonly maxSchemaCharacters?: number;
  /** Characters of a value's JSON text. Default 4,194,304. */
  readonly maxValueCharacters?: number;
  /**
   * The file that workers run, for hosts that are bundled into one: a bundle of
   * `@x/validate/worker`. Default: the one beside this package.
   */
  readonly worker?: URL;
}

/** All that is set, after checking. */
export interface Settings {
  readonly workers: number;
  readonly timeoutMs: number;
  readonly compileTimeoutMs: number;
  readonly restMs: number;
  readonly memoryMb: number;
  readonly held: HeldBounds;
  readonly schemaBounds: Bounds;
  readonly maxValueCharacters: number;
  readonly worker: URL;
}

/** What compiled schemas take is in proportion to their text: about 60 bytes a character. */
const HELD_CHARACTERS = 1_000_000;

/** @throws ValidateError `invalid_option`. */
export function settingsFrom(options: WorkerValidatorOptions): Settings {
  const { worker, ...numbers } = options;
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0)) {
      throw new ValidateError(`${name} has to be a positive integer, not ${value}.`, {
        code: "invalid_option",
      });
    }
  }
  const { workers = 2, timeoutMs = 1_000, compileTimeoutMs = 5_000, restMs = 60_000 } = numbers;
  const { memoryMb = 256, maxSchemas = 500 } = numbers;
  const { maxSchemaDepth = 128, maxSubschemas = 10_000, maxSchemaCharacters = 2 ** 18 } = numbers;
  const { maxValueCharacters = 2 ** 22 } = numbers;
  return {
    workers,
    timeoutMs,
    compileTimeoutMs,
    restMs,
    memoryMb,
    held: { schemas: maxSchemas, characters: HELD_CHARACTERS },
    schemaBounds: {
      depth: maxSchemaDepth,
      objects: maxSubschemas,
      characters: maxSchemaCharacters,
    },
    maxValueCharacters,
    // From `src` it leads to the built file as well, which is the only one that a worker can run.
    worker: worker ?? new URL("../dist/worker.js", import.meta.url),
  };
}
