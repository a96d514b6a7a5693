export { DIALECTS, type Dialect } from "./dialect.js";
export type { WorkerValidatorOptions } from "./options.js";
export { ValidateError, type ValidateErrorCode } from "./validate-error.js";
export type { CheckOptions, SignalLike, Validator } from "./validator.js";
export type { Verdict, Violation } from "./verdict.js";
export { type Usage, type WorkerValidator, workerValidator } from "./worker-validator.js";
