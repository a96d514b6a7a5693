import type { ClientCapabilities, Implementation } from "./capabilities.js";
import { isJsonObject } from "./json-object.js";
import type { JsonObject, Request, RequestId } from "./message.js";
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  isMetaKey,
  LOG_LEVEL_KEY,
  PROTOCOL_VERSION_KEY,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
} from "./meta-keys.js";
import { checkRequestId } from "./request-id.js";
import { isTraceValue, TRACE_KEYS } from "./trace-context.js";
import { WireError } from "./wire-error.js";

/** What every request of a modern connection says about this side. */
export interface ModernStampContext {
  readonly era: "modern";
  readonly revision: string;
  readonly capabilities: ClientCapabilities;
  /** Left out of the requests where it is not given. */
  readonly clientInfo?: Implementation;
}

/** A legacy connection: the handshake has said it all. */
export interface LegacyStampContext {
  readonly era: "legacy";
  readonly revision: string;
}

/** What a request is stamped with: the settled era of its connection, and who we are. */
export type StampContext = ModernStampContext | LegacyStampContext;

/** What one request asks for in its `_meta`. */
export interface StampOptions {
  /** Opts into progress notifications under this token. */
  readonly progressToken?: RequestId;
  /** The least severe log message wanted for this request; only modern requests carry it. */
  readonly logLevel?: string;
}

/** A request before it is stamped. Other members of the value given are left behind. */
export interface Unstamped {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

/**
 * Builds the request that goes over the wire, in the shape of the connection's era.
 *
 * Always a new object with a new `_meta`; nothing given is changed, and what is in `params` is not
 * copied deeply. The caller's own `_meta` keys are kept. The keys this project owns are never taken
 * from the caller: `progressToken` and the `io.modelcontextprotocol/` keys of this package.
 * A legacy request has `_meta` and `params` only where there is something in them.
 * Stamping a stamped request again changes nothing.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta}
 *
 * @throws WireError `invalid_id` for an id or progress token that is neither a string nor a safe
 * integer; `invalid_meta_key` for an ill-formed key, or a `_meta` that is not an object;
 * `invalid_meta_value` for a trace context that is none.
 */
export function stamp(
  request: Unstamped,
  context: StampContext,
  options: StampOptions = {},
): Request {
  const { id, method, params } = request;
  checkRequestId(id, "The id of a request");
  if (options.progressToken !== undefined) {
    checkRequestId(options.progressToken, "A progress token");
  }
  const meta = ownKeys(params?.["_meta"]);
  if (options.progressToken !== undefined) meta["progressToken"] = options.progressToken;
  if (context.era === "legacy") return legacyRequest(id, method, params, meta);

  meta[PROTOCOL_VERSION_KEY] = context.revision;
  meta[CLIENT_CAPABILITIES_KEY] = context.capabilities;
  if (context.clientInfo !== undefined) meta[CLIENT_INFO_KEY] = context.clientInfo;
  if (options.logLevel !== undefined) meta[LOG_LEVEL_KEY] = options.logLevel;
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } };
}

const OWNED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "progressToken",
  PROTOCOL_VERSION_KEY,
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  SUBSCRIPTION_ID_KEY,
  SERVER_INFO_KEY,
]);

/** A new object with the caller's keys that are the caller's to set. */
function ownKeys(given: unknown): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  if (given === undefined) return own;
  if (!isJsonObject(given)) {
    throw new WireError('"_meta" must be an object.', { code: "invalid_meta_key" });
  }
  for (const key of Object.keys(given)) {
    if (OWNED.has(key)) continue;
    if (!isMetaKey(key)) {
      throw new WireError(
        `${JSON.stringify(key)} is not a name for a key of "_meta". Use a name of letters, digits, "-", "_" and ".", after an optional prefix such as "com.example/".`,
        { code: "invalid_meta_key" },
      );
    }
    own[key] = given[key];
  }
  for (const key of TRACE_KEYS) {
    if (!Object.hasOwn(own, key) || isTraceValue(key, own[key])) continue;
    throw new WireError(
      `"${key}" of "_meta" is not what the W3C recommendation for it allows. Leave it out, or give such a value.`,
      { code: "invalid_meta_value" },
    );
  }
  return own;
}

function legacyRequest(
  id: RequestId,
  method: string,
  params: JsonObject | undefined,
  meta: JsonObject,
): Request {
  const { _meta, ...rest } = params ?? {};
  const hasMeta = Object.keys(meta).length > 0;
  if (!hasMeta && Object.keys(rest).length === 0) return { jsonrpc: "2.0", id, method };
  return { jsonrpc: "2.0", id, method, params: hasMeta ? { ...rest, _meta: meta } : rest };
}
