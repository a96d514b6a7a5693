/** `_meta` key: the protocol revision of a request. */
export const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
/** `_meta` key: what the client can do for this request. */
export const CLIENT_CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
/** `_meta` key: name and version of the client. */
export const CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo";
/** `_meta` key: the least severe log message the server should send for this request. */
export const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";
/** `_meta` key: the id of the `subscriptions/listen` request a notification belongs to. */
export const SUBSCRIPTION_ID_KEY = "io.modelcontextprotocol/subscriptionId";
/** `_meta` key of results: name and version of the server, a claim. */
export const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

/**
 * Tells whether a name is well-formed as a key of `_meta`: an optional prefix of dot-separated
 * labels with a slash after it, then a name, which may be empty. Takes time linear in its length.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta}
 */
export function isMetaKey(key: string): boolean {
  const slash = key.indexOf("/");
  const name = key.slice(slash + 1);
  if (name !== "" && !NAME.test(name)) return false;
  if (slash === -1) return true;
  return key
    .slice(0, slash)
    .split(".")
    .every((label) => LABEL.test(label));
}

/**
 * Tells whether a name can be the identifier of an extension: that of a key of `_meta`, with a prefix, such
 * as `com.example/name`.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#extension-negotiation}
 */
export function isExtensionId(id: string): boolean {
  return id.includes("/") && isMetaKey(id);
}

const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
