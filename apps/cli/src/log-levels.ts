import type { LogLevel } from "@x/client";

const LEVELS: { readonly [level in LogLevel]: true } = {
  debug: true,
  info: true,
  notice: true,
  warning: true,
  error: true,
  critical: true,
  alert: true,
  emergency: true,
};

/** The severities of what servers log, the least first; the client's own list loads the client with it. */
export const LOG_LEVELS: readonly LogLevel[] = Object.keys(LEVELS) as LogLevel[];
