export type { AbortSignalLike } from "./abort.js";
export { Aborter } from "./aborter.js";
export { isBase64 } from "./base64.js";
export {
  type ClientCapabilities,
  declares,
  declaresExtension,
  type Implementation,
  type ServerCapabilities,
} from "./capabilities.js";
export { type Classified, classify } from "./classify.js";
export { CodedError, type CodedErrorOptions } from "./coded-error.js";
export { compareJson } from "./compare-json.js";
export { decodeFrame } from "./decode-frame.js";
export { encode } from "./encode.js";
export {
  HEADER_MISMATCH,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  PARSE_ERROR,
  RESOURCE_NOT_FOUND_LEGACY,
  UNSUPPORTED_PROTOCOL_VERSION,
  URL_ELICITATION_REQUIRED,
} from "./error-codes.js";
export { excerpt } from "./excerpt.js";
export { encodeHeaderValue } from "./header-value.js";
export type { Incoming, InvalidCode } from "./incoming.js";
export { isJsonObject } from "./json-object.js";
export { DEFAULT_MAX_FRAME_BYTES, LineDecoder, type LineDecoderOptions } from "./line-decoder.js";
export { isLogLevel, LOG_LEVELS, type LogLevel } from "./log-level.js";
export { type DemandMet, meetDemand } from "./meet-demand.js";
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
export {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  isExtensionId,
  isMetaKey,
  LOG_LEVEL_KEY,
  PROTOCOL_VERSION_KEY,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
} from "./meta-keys.js";
export { type ModernError, modernError } from "./modern-error.js";
export { peekId } from "./peek-id.js";
export { plainJson } from "./plain-json.js";
export { type RedactedFrame, redactFrame } from "./redact-frame.js";
export { type JsonRedaction, redactJson } from "./redact-json.js";
export {
  cancelledNotification,
  discoverRequest,
  type InitializeParams,
  initializedNotification,
  initializeRequest,
  notification,
} from "./requests.js";
export { isResultResponse, type ResultType, resultTypeOf } from "./result.js";
export { type EraName, LEGACY_REVISIONS, MODERN_REVISIONS } from "./revisions.js";
export {
  type LegacyStampContext,
  type ModernStampContext,
  type StampContext,
  type StampOptions,
  stamp,
  type Unstamped,
} from "./stamp.js";
export { isTraceValue, type TraceContext } from "./trace-context.js";
export { isUri } from "./uri.js";
export { type UrlRequest, type UrlRequests, urlRequests } from "./url-request.js";
export { MAX_VISIT_URL, readVisitUrl, type VisitUrl } from "./visit-url.js";
export { WireError, type WireErrorCode } from "./wire-error.js";
export { wordsOf } from "./words-of.js";
