export { Aborter, type AbortSignalLike } from "@x/wire";
export { type Binding, bindingKey } from "./binding.js";
export type { Channel, Multiplexed } from "./channel.js";
export { checkDeadline, checkDeadlines } from "./check-deadlines.js";
export { type Cancel, type Clock, clockFrom, type TimerPlatform } from "./clock.js";
export type { CloseReason, ExitStatus } from "./close-reason.js";
export type {
  Connection,
  ConnectionListener,
  Era,
  ExchangeOptions,
  Off,
  Respond,
  TapEvent,
} from "./connection.js";
export { ConnectionError, type ConnectionErrorCode } from "./connection-error.js";
export type { Fault, FaultCode } from "./fault.js";
export { IdTable } from "./id-table.js";
export { type IdSource, integerIds } from "./ids.js";
export { lastWords } from "./last-words.js";
export { ManualClock } from "./manual-clock.js";
export {
  type MemoryPeer,
  type MemoryTransportOptions,
  memoryTransport,
} from "./memory-transport.js";
export { type MultiplexOptions, multiplex } from "./multiplex.js";
export type { Challenge, DeadlineName, ExchangeOutcome, NotifyOutcome } from "./outcome.js";
export { TimedSignal } from "./timed-signal.js";
export type { OpenFailure, OpenOptions, Transport } from "./transport.js";
