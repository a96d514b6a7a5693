import type { JsonObject, Notification } from "@x/wire";

/** How severe a log message is, the least severe first (RFC 5424). */
export const LOG_LEVELS = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Something that a server logged: its own words, for people to read. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** Whether a value is the name of a level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
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
