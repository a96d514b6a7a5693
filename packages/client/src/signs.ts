import type { Connection, ExchangeOptions, ExchangeOutcome } from "@x/connection";
import type { Settled } from "@x/era";
import {
  declares,
  type EraName,
  excerpt,
  isResultResponse,
  type JsonObject,
  type LogLevel,
  METHOD_NOT_FOUND,
  stamp,
} from "@x/wire";

/** What small requests of a client's own are limited by. */
export type SignOptions = Pick<ExchangeOptions, "signal"> & {
  /** In milliseconds. Default 10,000: their servers have nothing to do for them. */
  readonly totalMs?: number;
};

/**
 * How a peer of this era is asked for a sign of life: `ping` is gone since 2026-07-28, and
 * `server/discover` is what every modern server answers.
 */
export function signOfLife({ era }: Pick<Settled, "era">): string {
  return era === "modern" ? "server/discover" : "ping";
}

/** Asks for a sign of life. */
export function askForLife(
  connection: Connection,
  settled: Settled,
  options: SignOptions = {},
): Promise<ExchangeOutcome> {
  return ask(connection, settled, { method: signOfLife(settled) }, options);
}

/**
 * Why what came of that is no sign of life, as a sentence; nothing where it is one, or may be. A legacy
 * server has to answer `ping` with a result: one that answers with an error of its own making does not
 * know the session any more, whatever its transport says. What it says is redacted before it is cut.
 */
export function absence(
  outcome: ExchangeOutcome,
  era: EraName,
  redact: (text: string) => string,
): string | undefined {
  if (outcome.type === "unreachable") return outcome.message;
  if (outcome.type !== "response" || isResultResponse(outcome.response) || era === "modern") {
    return undefined;
  }
  const { code, message } = outcome.response.error;
  // Some never learnt ping.
  if (code === METHOD_NOT_FOUND) return undefined;
  return `It answered ping with ${code} ${JSON.stringify(excerpt(redact(message)))}, and may not know its session any more.`;
}

/** The request by which a legacy server is told how severe its log messages have to be. */
export const SET_LEVEL = "logging/setLevel";

/**
 * Tells a legacy server how severe log messages have to be, where it declared that it logs. A modern one
 * is told with each request.
 *
 * Specification 2025-11-25: "Logging", "Setting Log Level".
 */
export async function tellLogLevel(
  connection: Connection,
  settled: Settled,
  level: LogLevel,
  options: SignOptions = {},
): Promise<ExchangeOutcome | undefined> {
  if (settled.era === "modern" || !declares(settled.capabilities, "logging")) return undefined;
  return ask(connection, settled, { method: SET_LEVEL, params: { level } }, options);
}

async function ask(
  connection: Connection,
  settled: Settled,
  request: { readonly method: string; readonly params?: JsonObject },
  { totalMs = 10_000, signal }: SignOptions,
): Promise<ExchangeOutcome> {
  const stamped = stamp({ id: connection.ids.next(), ...request }, settled.stamp);
  return connection.exchange(stamped, {
    totalMs,
    onAbandon: "cancel",
    ...(signal === undefined ? {} : { signal }),
  });
}
