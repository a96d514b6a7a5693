export type {
  CollisionPolicy,
  Config,
  HttpServerConfig,
  ServerConfig,
  ServerOptions,
  StdioServerConfig,
  ToolFilter,
} from "./config.js";
export {
  ConfigError,
  type ConfigErrorCode,
  type ConfigErrorOptions,
  type ConfigProblem,
} from "./config-error.js";
export type { Variables } from "./expand.js";
export { type ParseOptions, parseConfig } from "./parse-config.js";
export { type RedactOptions, redact } from "./redact.js";
export { secretsOf } from "./secrets.js";
