export { type FromSdkOptions, fromSdkTransport } from "./from-sdk-transport.js";
export { SdkBridgeError, type SdkBridgeErrorCode } from "./sdk-bridge-error.js";
export type { SdkTransportLike } from "./sdk-transport-like.js";
export { type ToSdkOptions, toSdkTransport } from "./to-sdk-transport.js";
