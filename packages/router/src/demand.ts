import { meetDemand, modernError, type StampContext } from "@x/wire";
import type { Owner, Routes } from "./routes.js";
import { leftOf, type Trip } from "./trip.js";
import type { Unmet } from "./unmet.js";

type Ready = Extract<Owner, { readonly state: "ready" }>;

/** What follows an error by which a server demands more of this client than it declared. */
export type AfterDemand =
  /** It is declared, and the request goes once more. */
  | { readonly type: "retry"; readonly trip: Trip; readonly leftMs: number | undefined }
  /** It cannot be, or was: the error, and what is missing. */
  | { readonly type: "over"; readonly unmet: Unmet };

/**
 * What a trip's requests are stamped with: what its server demanded is declared, on this trip and no
 * other.
 */
export function contextOf({ declared }: Trip, { context }: Ready): StampContext {
  return declared === undefined || context.era === "legacy"
    ? context
    : { ...context, capabilities: declared };
}

/**
 * What follows where `unmet` is the demand of a modern server (`-32021`); nothing where it is not. Once
 * a trip, and only where this side can do all that is demanded.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta}
 */
export function afterDemand(
  routes: Routes,
  unmet: Unmet,
  trip: Trip,
  owner: Ready,
): AfterDemand | undefined {
  const context = contextOf(trip, owner);
  if (unmet.type !== "rpc_error" || context.era === "legacy") return undefined;
  const error = modernError(unmet.error);
  if (error?.type !== "missing_capability" || error.requiredCapabilities === undefined) {
    return undefined;
  }
  const { capabilities } = context;
  const { declarable = {} } = owner;
  const { missing, retryWith } = meetDemand(capabilities, declarable, error.requiredCapabilities);
  const leftMs = leftOf(routes, trip);
  const canRetry =
    trip.declared === undefined && leftMs !== 0 && trip.options.signal?.aborted !== true;
  if (retryWith !== undefined && canRetry) {
    return { type: "retry", trip: { ...trip, declared: retryWith }, leftMs };
  }
  return { type: "over", unmet: missing.length === 0 ? unmet : { ...unmet, missing } };
}
