import type { Fault } from "@x/connection";
import type { InputProblem } from "@x/input";
import type { ListProblem, StoreFault } from "@x/lists";
import type { PromptEntry, RegistryDiff } from "@x/registry";
import type { ContentFlaw } from "@x/router";
import type { SubscriptionEvent, SubscriptionProblem } from "@x/subscriptions";
import type { Notification } from "@x/wire";
import type { LogMessage } from "./log.js";
import type { MergedKind } from "./peer-lists.js";
import type { PeerReport } from "./report.js";

/** What a client tells its host. Listeners must not throw. */
export type ClientEvent =
  /** A peer's state changed. */
  | { readonly type: "peer"; readonly report: PeerReport }
  /** A peer failed for the third time in a row. Told once, until it has been well again. */
  | { readonly type: "failing"; readonly report: PeerReport; readonly failures: number }
  /** The merged tools changed. */
  | { readonly type: "tools"; readonly diff: RegistryDiff }
  /** The merged prompts changed. */
  | { readonly type: "prompts"; readonly diff: RegistryDiff<PromptEntry> }
  /** What a peer lists of resources changed, or may have; they are listed anew when asked for. */
  | { readonly type: "resources"; readonly peer: string }
  /** A list that had changed could not be read anew: the last one still stands. */
  | {
      readonly type: "list_failed";
      readonly peer: string;
      readonly list: MergedKind;
      readonly problem: ListProblem;
    }
  /** How the client's own subscription to a peer's lists stands. */
  | { readonly type: "subscription"; readonly peer: string; readonly event: SubscriptionEvent }
  /** A peer did something wrong; nobody else is harmed. */
  | {
      readonly type: "fault";
      readonly peer: string;
      readonly fault: Fault | SubscriptionProblem;
    }
  /** A peer asked for input that could not be given, or was declined without asking anybody. */
  | { readonly type: "input_problem"; readonly peer: string; readonly problem: InputProblem }
  /**
   * Pieces of content that a peer gave are not what they should be; the result was given all the same. Only
   * with `checks`. `asked` is the canonical name of a tool or prompt, or the URI of a resource.
   */
  | {
      readonly type: "content_flaws";
      readonly peer: string;
      readonly method: string;
      readonly asked: string;
      readonly flaws: readonly ContentFlaw[];
    }
  /** A peer logged something. */
  | { readonly type: "log"; readonly peer: string; readonly message: LogMessage }
  /** Another notification that belongs to no call. */
  | { readonly type: "notification"; readonly peer: string; readonly notification: Notification }
  /** An option that only looks on threw, or gave what is of no use: what it looked on went its way. */
  | {
      readonly type: "observer_failed";
      readonly option: "trace" | "around";
      /** A sentence for people. */
      readonly message: string;
      readonly cause: unknown;
    }
  /** The store of the cache did something wrong; what it had counts as not kept. */
  | { readonly type: "store_fault"; readonly fault: StoreFault };
