import type { Fault } from "@x/connection";
import type { RegistryDiff } from "@x/registry";
import type { Notification } from "@x/wire";
import type { PeerReport } from "./report.js";

/** What a client tells its host. Listeners must not throw. */
export type ClientEvent =
  /** A peer's state changed. */
  | { readonly type: "peer"; readonly report: PeerReport }
  /** A peer failed for the third time in a row. Told once, until it has been well again. */
  | { readonly type: "failing"; readonly report: PeerReport; readonly failures: number }
  /** The merged namespace changed. */
  | { readonly type: "tools"; readonly diff: RegistryDiff }
  /** A peer did something wrong; nobody else is harmed. */
  | { readonly type: "fault"; readonly peer: string; readonly fault: Fault }
  /** A notification that belongs to no call. */
  | { readonly type: "notification"; readonly peer: string; readonly notification: Notification };
