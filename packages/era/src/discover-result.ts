import { isJsonObject, resultTypeOf, type ServerCapabilities } from "@x/wire";

/** What a modern server answers to `server/discover`. Members beyond these two are claims and unchecked. */
export interface DiscoverResult {
  readonly supportedVersions: readonly string[];
  readonly capabilities: ServerCapabilities;
  readonly instructions?: unknown;
  readonly _meta?: unknown;
  readonly [key: string]: unknown;
}

/**
 * Whether a value is a valid `DiscoverResult` (specification 2026-07-28, "Discovery").
 *
 * It is complete (`resultType` is `"complete"` or absent), `supportedVersions` is an array of
 * strings, `capabilities` is an object. Nothing else can make it invalid.
 */
export function isDiscoverResult(value: unknown): value is DiscoverResult {
  if (!isJsonObject(value)) return false;
  const type = resultTypeOf(value);
  const { supportedVersions, capabilities } = value;
  return (
    (type === "complete" || type === "absent") &&
    Array.isArray(supportedVersions) &&
    supportedVersions.every((one) => typeof one === "string") &&
    isJsonObject(capabilities)
  );
}
