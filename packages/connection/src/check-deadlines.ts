import type { ExchangeOptions } from "./connection.js";
import { ConnectionError } from "./connection-error.js";

/** @throws ConnectionError `invalid_deadline` for a time that is no number from 0 on. */
export function checkDeadlines({ totalMs, startMs, firstMs, idleMs }: ExchangeOptions): void {
  checkDeadline("totalMs", totalMs ?? undefined);
  checkDeadline("startMs", startMs);
  checkDeadline("firstMs", firstMs);
  checkDeadline("idleMs", idleMs);
}

function checkDeadline(name: string, ms: number | undefined): void {
  if (ms === undefined || ms >= 0) return;
  throw new ConnectionError(`${name} is ${ms}; give milliseconds, 0 or more.`, {
    code: "invalid_deadline",
  });
}
