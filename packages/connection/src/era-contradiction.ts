import { modernError, type Response } from "@x/wire";
import type { Era } from "./connection.js";

/**
 * The sentence that says why `response` does not fit the settled era, where it does not: a recognised
 * modern error on a legacy connection, or `-32022` on a modern one.
 */
export function eraContradiction(era: Era, response: Response): string | undefined {
  if ("result" in response) return undefined;
  const error = modernError(response.error);
  if (error === undefined) return undefined;
  if (era.era === "modern" && error.type !== "unsupported_version") return undefined;
  return (
    `The peer was settled as ${era.era} ${era.revision} and now answers ${error.code} ` +
    `"${error.message}". It has to be negotiated anew.`
  );
}
