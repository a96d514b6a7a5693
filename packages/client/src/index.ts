export { LOG_LEVELS, type LogLevel } from "@x/wire";
export { Client } from "./client.js";
export { ClientError, type ClientErrorCode } from "./client-error.js";
export type { ClientEvent } from "./client-event.js";
export type { ClientOptions, ConnectOptions } from "./client-options.js";
export type { ReadOptions } from "./deadline.js";
export type { Extensions } from "./extensions.js";
export {
  ICON_REQUEST,
  ICON_TYPES,
  type IconRefusal,
  type IconSource,
  iconSource,
} from "./icon-source.js";
export { iconType } from "./icon-type.js";
export type { Listing } from "./listing.js";
export type { LogMessage } from "./log.js";
export type { Around, Ending, Operation, OperationFailure, OperationPeer } from "./operation.js";
export type { RequestOptions } from "./other-request.js";
export type { UnavailableReason } from "./peer.js";
export type { CacheOptions } from "./peer-lists.js";
export type { PeerReport } from "./report.js";
export type { Refused, Resource, ResourceTemplate } from "./resource.js";
export type { ResourceReading, Staleness } from "./resource-reading.js";
export type { ServerOptions } from "./server-options.js";
export type { SignOptions } from "./signs.js";
export type { NameSnapshot, PeerSnapshot, ShownBinding, Snapshot } from "./snapshot.js";
export type { WireEvent } from "./wire-event.js";
