import { type Binding, bindingKey } from "@x/connection";
import { isJsonObject, type JsonObject } from "@x/wire";

/** What a cached result is known by. What a server says of itself is no part of it. */
export interface CacheRequest {
  readonly binding: Binding;
  /**
   * Whose result it is, as an opaque string of the owner's: the `envHash` of a stdio binding; a digest
   * of all headers that tell one user from another. Never a token itself: stores see it.
   */
  readonly authorization: string;
  readonly method: string;
  /** All parameters that shape the result, without a list's cursor. Absent is the same as empty. */
  readonly params?: JsonObject;
}

/** Where a result is kept, by its scope. */
export interface CacheKeys {
  readonly private: string;
  readonly public: string;
}

/**
 * The keys of a request; `kind` tells what is kept under them, such as a result or a whole list.
 *
 * Two keys are equal exactly where kind, binding, method and parameters are, as JSON with the order of
 * members left out of account, and for private ones the authorization context too.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-key}
 */
export function cacheKeys(kind: string, request: CacheRequest): CacheKeys {
  const { binding, authorization, method, params = {} } = request;
  const what = [kind, bindingKey(binding), method, JSON.stringify(params, sortMembers)];
  return {
    private: JSON.stringify(["private", authorization, ...what]),
    public: JSON.stringify(["public", ...what]),
  };
}

/**
 * Whether these are the parameters of a retry that carries input. Its result must never be cached,
 * since it depends on more than the parameters by which it would be known
 * ({@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-key specification}).
 */
export function carriesInput(params: JsonObject | undefined): boolean {
  return params?.["inputResponses"] !== undefined || params?.["requestState"] !== undefined;
}

function sortMembers(_: string, value: unknown): unknown {
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}
