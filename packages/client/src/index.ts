export { Client } from "./client.js";
export { ClientError, type ClientErrorCode } from "./client-error.js";
export type { ClientEvent } from "./client-event.js";
export type { ClientOptions, ConnectOptions } from "./client-options.js";
export type { UnavailableReason } from "./peer.js";
export type { PeerReport } from "./report.js";
export type { ServerOptions } from "./server-options.js";
