import { isLogLevel, type JsonObject, type LogLevel, type Notification } from "@x/wire";

/** Something that a server logged: its own words, for people to read. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/**
 * The log message that a notification carries, where it is one.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-message-notifications}
 */
export function logMessage({ method, params = {} }: Notification): LogMessage | undefined {
  if (method !== "notifications/message") return undefined;
  const { level, logger, data }: JsonObject = params;
  if (!isLogLevel(level)) return undefined;
  return { level, data, ...(typeof logger === "string" ? { logger } : {}) };
}
