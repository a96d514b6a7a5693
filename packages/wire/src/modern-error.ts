import type { ClientCapabilities } from "./capabilities.js";
import {
  HEADER_MISMATCH,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  UNSUPPORTED_PROTOCOL_VERSION,
} from "./error-codes.js";
import { isJsonObject } from "./json-object.js";
import type { ErrorObject } from "./message.js";

/**
 * An error that only a modern server sends. What its `data` should tell is `undefined` where the
 * server left it out or got its type wrong.
 */
export type ModernError =
  | { readonly type: "header_mismatch"; readonly code: -32020; readonly message: string }
  | {
      readonly type: "missing_capability";
      readonly code: -32021;
      readonly message: string;
      readonly requiredCapabilities: ClientCapabilities | undefined;
    }
  | {
      readonly type: "unsupported_version";
      readonly code: -32022;
      readonly message: string;
      readonly supported: readonly string[] | undefined;
      readonly requested: string | undefined;
    };

/**
 * Recognises the errors the modern protocol defines, by their code alone; `undefined` for others.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes}
 */
export function modernError(error: ErrorObject): ModernError | undefined {
  const { code, message } = error;
  const data = isJsonObject(error.data) ? error.data : {};
  switch (code) {
    case HEADER_MISMATCH:
      return { type: "header_mismatch", code, message };
    case MISSING_REQUIRED_CLIENT_CAPABILITY: {
      const required = data["requiredCapabilities"];
      const requiredCapabilities = isCapabilities(required) ? required : undefined;
      return { type: "missing_capability", code, message, requiredCapabilities };
    }
    case UNSUPPORTED_PROTOCOL_VERSION: {
      const supported = isStrings(data["supported"]) ? data["supported"] : undefined;
      const requested = typeof data["requested"] === "string" ? data["requested"] : undefined;
      return { type: "unsupported_version", code, message, supported, requested };
    }
  }
  return undefined;
}

function isCapabilities(value: unknown): value is ClientCapabilities {
  return isJsonObject(value) && Object.values(value).every(isJsonObject);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}
