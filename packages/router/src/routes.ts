import type { AbortSignalLike, Clock, Connection } from "@x/connection";
import type { PromptEntry, Registry } from "@x/registry";
import type {
  ClientCapabilities,
  Notification,
  ServerCapabilities,
  StampContext,
  StampOptions,
  TraceContext,
} from "@x/wire";
import type { Recovery } from "./call-again.js";
import type { Checks } from "./checks.js";
import type { Guard } from "./guard.js";
import type { Input } from "./rounds.js";

/** A peer as far as a call needs it: an open connection and how to stamp for it, or why not. */
export type Owner = Server & (Ready | { readonly state: "unavailable"; readonly message: string });

/** What a peer's name stands for at a moment. */
interface Server {
  /** Another object once another server has the name: what is begun with one is not gone on with there. */
  readonly server?: object;
  /** Fires when this one is not the peer any more, for good. */
  readonly gone?: AbortSignalLike;
}

interface Ready {
  readonly state: "ready";
  readonly connection: Connection;
  readonly context: StampContext;
  /** As its server declared them: what is not in them is not asked for. */
  readonly capabilities: ServerCapabilities;
  /** What this side can declare beyond `context.capabilities` where its server demands it. Default: nothing. */
  readonly declarable?: ClientCapabilities | undefined;
  /** What every request to it asks for in its `_meta`. */
  readonly wishes?: StampOptions;
}

/** Where a call looks things up; all are asked anew for every call. */
export interface Routes {
  readonly registry: () => Registry;
  /** Without it there are no prompts. */
  readonly prompts?: () => Registry<PromptEntry>;
  readonly owner: (peer: string) => Owner;
  /** Asked about every call of a tool. Default: all are allowed. */
  readonly guard?: Guard;
  /** Checks results, and arguments, by the schemas of their tools. Default: nothing is checked. */
  readonly checks?: Checks;
  /** By which checks are bounded. Default: that of `input`; without any, a check may take its time. */
  readonly clock?: Clock;
  /** Answers what servers ask for. Without it, a call that asks for input ends with that. */
  readonly input?: Input;
  /** Where what is sent belongs in a trace; goes into the `_meta` of every request. Must not throw. */
  readonly trace?: () => TraceContext | undefined;
  /** Hears what comes for a request with `onProgress` and is no progress, such as a log message. */
  readonly heard?: (peer: string, notification: Notification) => void;
  /** Without it, a call is made once, and only to an owner that is ready. */
  readonly recovery?: Recovery;
}
