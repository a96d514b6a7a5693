export { type Environment, inheritedEnvironment } from "./environment.js";
export { StdioError, type StdioErrorCode } from "./stdio-error.js";
export type { StdioOptions, StopTimeouts } from "./stdio-options.js";
export { stdioTransport } from "./stdio-transport.js";
