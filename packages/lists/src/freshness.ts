import { type JsonObject, resultTypeOf } from "@x/wire";

/** Whom a result may be given to: everybody, or the authorization context that asked for it. */
export type CacheScope = "public" | "private";

/** How long a result is fresh, and for whom. Times are the clock's milliseconds. */
export interface Freshness {
  readonly receivedAt: number;
  /** Fresh before this moment, no longer at it; `receivedAt` itself for what is stale at once. */
  readonly freshUntil: number;
  readonly scope: CacheScope;
}

/** The longest that a result is fresh, whatever its server says: 24 hours, in milliseconds. */
export const MAX_TTL_MS = 86_400_000;

/**
 * Reads what a result says about its freshness.
 *
 * What is missing or wrong is read as the safest value: stale at once, private. That includes every
 * result without `resultType: "complete"`: those of legacy servers, for whom `ttlMs` has no meaning,
 * and the interim ones that ask for input.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cacheable-model}
 */
export function freshnessOf(result: JsonObject, receivedAt: number): Freshness {
  if (resultTypeOf(result) !== "complete") {
    return { receivedAt, freshUntil: receivedAt, scope: "private" };
  }
  const { ttlMs, cacheScope } = result;
  const scope = cacheScope === "public" ? "public" : "private";
  return { receivedAt, freshUntil: receivedAt + boundedTtl(ttlMs), scope };
}

/**
 * The freshness of a whole made of parts, such as a list of pages: it is as old as its oldest part,
 * fresh while all of them are, and public where all of them are.
 */
export function strictest(one: Freshness, other: Freshness): Freshness {
  return {
    receivedAt: Math.min(one.receivedAt, other.receivedAt),
    freshUntil: Math.min(one.freshUntil, other.freshUntil),
    scope: one.scope === "public" ? other.scope : "private",
  };
}

/** Whether it is fresh. What was received later than now comes from another clock, and is not. */
export function isFresh(
  { receivedAt, freshUntil }: Pick<Freshness, "receivedAt" | "freshUntil">,
  now: number,
): boolean {
  return receivedAt <= now && now < freshUntil;
}

function boundedTtl(ttlMs: unknown): number {
  const isTtl = typeof ttlMs === "number" && Number.isInteger(ttlMs) && ttlMs > 0;
  return isTtl ? Math.min(ttlMs, MAX_TTL_MS) : 0;
}
