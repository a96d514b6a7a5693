export type { ClientCapabilities, Implementation, ServerCapabilities } from "./capabilities.js";
export { CodedError, type CodedErrorOptions } from "./coded-error.js";
export type { Incoming, InvalidCode } from "./incoming.js";
export type {
  ErrorObject,
  ErrorResponse,
  JsonObject,
  Message,
  Notification,
  Request,
  RequestId,
  Response,
  ResultResponse,
} from "./message.js";
export { type EraName, LEGACY_REVISIONS, MODERN_REVISIONS } from "./revisions.js";
export { WireError, type WireErrorCode } from "./wire-error.js";
