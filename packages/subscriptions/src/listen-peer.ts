import type { EraName, JsonObject, Request, RequestId, ServerCapabilities } from "@x/wire";
import type { SubscriptionFilter } from "./filter.js";
import type { ListenEnd } from "./listen-end.js";
import type { SubscriptionProblem } from "./problem.js";
import type { Heard } from "./read-notification.js";

/** Gives a request the shape of its connection's era: `stamp` of `@x/wire`, with its context. */
export type Stamp = (request: {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}) => Request;

/** What is known of the peer of a connection, and how it is spoken to. */
export interface PeerTerms {
  readonly era: EraName;
  /** As the peer declared them. What is not in them is not asked for. */
  readonly capabilities: ServerCapabilities;
  readonly stamp: Stamp;
}

/** What tells of faults that no one subscription is concerned by. */
export type Report = (problem: SubscriptionProblem) => void;

/** What an open listen tells. Nothing comes after `over`; what comes after it was cancelled is of no use. */
export type Told =
  | { readonly type: "heard"; readonly heard: Heard }
  | { readonly type: "over"; readonly end: ListenEnd };

/** A connection to listen on, by the ways of its era. */
export interface ListenPeer {
  readonly era: EraName;
  readonly capabilities: ServerCapabilities;
  /** A fresh id for one listen. */
  nextId(): RequestId;
  /** Opens a listen; gives the way to cancel it. Never throws. A fast peer may tell before it returns. */
  listen(id: RequestId, filter: SubscriptionFilter, tell: (told: Told) => void): () => void;
  /** Stops hearing what belongs to no listen. */
  leave(): void;
}
