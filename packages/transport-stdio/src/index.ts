export { type Environment, inheritedEnvironment } from "./environment.js";
export type { Leftover } from "./leftovers.js";
export {
  type ProcessRecord,
  type ProcessRecordOptions,
  processRecord,
  type RecordEntry,
  type StartedChild,
} from "./process-record.js";
export type { RecordFailure } from "./record-file.js";
export { StdioError, type StdioErrorCode } from "./stdio-error.js";
export type { StdioOptions, StopTimeouts } from "./stdio-options.js";
export { stdioTransport } from "./stdio-transport.js";
