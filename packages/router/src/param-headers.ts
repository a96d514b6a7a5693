import type { ExchangeOptions } from "@x/connection";
import { type Entry, planHeaders } from "@x/registry";
import type { EraName } from "@x/wire";
import { RouterError } from "./router-error.js";

/**
 * The `Mcp-Param-*` headers of one call, where it has any. A legacy connection has none, even where the
 * tool was listed on a modern one before it.
 *
 * @throws RouterError `invalid_arguments` for an argument that no header can carry as the body does.
 */
export function paramHeaders(entry: Entry, args: object, era: EraName): ExchangeOptions["headers"] {
  if (entry.headers.length === 0 || era === "legacy") return undefined;
  const answer = planHeaders(entry.headers, args);
  if (answer.type === "problem") {
    const message = `The arguments of ${entry.canonical} were not sent. ${answer.message}`;
    throw new RouterError(message, { code: "invalid_arguments" });
  }
  return Object.keys(answer.headers).length === 0 ? undefined : answer.headers;
}
