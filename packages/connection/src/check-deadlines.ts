import type { ExchangeOptions } from "./connection.js";
import { ConnectionError } from "./connection-error.js";

/**
 * Refuses limits of an exchange, or of what comes to some, that are no times.
 *
 * @throws ConnectionError `invalid_deadline`.
 */
export function checkDeadlines({
  totalMs,
  startMs,
  firstMs,
  idleMs,
}: Pick<ExchangeOptions, "startMs" | "firstMs" | "idleMs"> & {
  readonly totalMs?: number | null;
}): void {
  checkDeadline("totalMs", totalMs ?? undefined);
  checkDeadline("startMs", startMs);
  checkDeadline("firstMs", firstMs);
  checkDeadline("idleMs", idleMs);
}

/**
 * Refuses a time that is none, under its name: for whoever takes times that do not get to an exchange.
 *
 * @throws ConnectionError `invalid_deadline`.
 */
export function checkDeadline(name: string, ms: number | undefined): void {
  if (ms === undefined || (typeof ms === "number" && ms >= 0)) return;
  throw new ConnectionError(`${name} is ${String(ms)}; give milliseconds, 0 or more.`, {
    code: "invalid_deadline",
  });
}
