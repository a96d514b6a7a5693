export { type AdHocServer, adHocServer } from "./ad-hoc-server.js";
export {
  type BindingDigest,
  type BindingPart,
  bindingDigest,
  changedParts,
  type DigestOptions,
} from "./binding-digest.js";
export type {
  CollisionPolicy,
  Config,
  HttpServerConfig,
  ReplacedServer,
  ServerConfig,
  ServerOptions,
  ServerOrigin,
  StdioServerConfig,
  ToolFilter,
  UnusableServer,
} from "./config.js";
export {
  ConfigError,
  type ConfigErrorCode,
  type ConfigErrorOptions,
  type ConfigProblem,
  problemText,
} from "./config-error.js";
export { type ConfigKind, kindOfFile } from "./config-kind.js";
export { configSchema } from "./config-schema.js";
export type { InputDeclaration, InputOption } from "./inputs.js";
export { inputsOf } from "./inputs-of.js";
export { mergeConfigs } from "./merge-configs.js";
export {
  allowLegacyIn,
  type LegacyPermission,
  type Overlay,
  type OverlayEntry,
  overlayText,
  type SaltedOverlay,
} from "./overlay.js";
export { parseConfig } from "./parse-config.js";
export { parseOverlay } from "./parse-overlay.js";
export { type RedactOptions, redact, redactSteps } from "./redact.js";
export type { ParseOptions, Variables } from "./scope.js";
export { secretsOf } from "./secrets.js";
export { type Place, type Surroundings, usualPlaces } from "./usual-places.js";
export {
  type Overlaid,
  type OverlayNote,
  type OverlayNoteCode,
  withOverlay,
} from "./with-overlay.js";
