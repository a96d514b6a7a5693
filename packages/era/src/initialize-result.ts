import { type Implementation, isJsonObject, type ServerCapabilities } from "@x/wire";
import { isNamed } from "./claims.js";

/** What a legacy server answers to `initialize`. Members beyond these three are claims and unchecked. */
export interface InitializeResult {
  readonly protocolVersion: string;
  readonly capabilities: ServerCapabilities;
  readonly serverInfo: Implementation;
  readonly instructions?: unknown;
  readonly [key: string]: unknown;
}

/**
 * Whether a value has the shape of an `InitializeResult` (specification 2025-11-25, "Lifecycle").
 *
 * `protocolVersion` is a string, `capabilities` an object, `serverInfo` an object whose `name` and
 * `version` are non-empty strings. Whether the revision is one that we speak is not looked at.
 */
export function isInitializeResult(value: unknown): value is InitializeResult {
  return (
    isJsonObject(value) &&
    typeof value["protocolVersion"] === "string" &&
    isJsonObject(value["capabilities"]) &&
    isNamed(value["serverInfo"])
  );
}
