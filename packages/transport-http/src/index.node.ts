export type { AuthorizationDemand, Authorize } from "./authorization.js";
export { httpTransport } from "./for-node.js";
export type { HttpTransportOptions } from "./http-transport.js";
export { HttpTransportError, type HttpTransportErrorCode } from "./http-transport-error.js";
export type { HttpFailure, HttpHeader, HttpRequest, HttpSink, Send } from "./send.js";
