import { type JsonObject, readVisitUrl } from "@x/wire";
import { excessive, type Flaw, malformed, refusedUrl } from "./flaw.js";
import { INPUT_LIMITS } from "./input-limits.js";

/** A page that a server wants the user to visit. The URL must be shown in full, never fetched. */
export interface UrlVisit {
  /** Why, in the server's words. */
  readonly message: string;
  /** With `http:` or `https:`, without credentials, in plain ASCII; otherwise as the server sent it. */
  readonly url: string;
  /** Host and port as in the URL, in lower case: what to show in bold. */
  readonly host: string;
  /** What to warn of before the user agrees. */
  readonly warnings: readonly UrlWarning[];
  /** The server's name for the visit; only servers of 2025-11-25 have one. */
  readonly elicitationId?: string;
}

/**
 * What can be suspicious about a URL. A closed list.
 *
 * - `insecure`: `http:` to a host other than this machine.
 * - `punycode`: the host has international characters, and may look like another one.
 */
export type UrlWarning = "insecure" | "punycode";

/**
 * Reads the parameters of an elicitation in URL mode. URLs that could send the user elsewhere than it
 * seems are refused here, before any handler sees them.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests}
 */
export function readUrlVisit({ message, url, elicitationId }: JsonObject): UrlVisit | Flaw {
  if (typeof message !== "string") return malformed("its message is not a string");
  if (typeof url !== "string") return malformed("its url is not a string");
  if (elicitationId !== undefined && typeof elicitationId !== "string") {
    return malformed("its elicitationId is not a string");
  }
  if (message.length > INPUT_LIMITS.text) {
    return excessive("its message is too long", INPUT_LIMITS.text);
  }
  const reading = readVisitUrl(url);
  if (reading.type === "refused") return refusedUrl(reading);
  const { host } = reading;
  const visit = { message, url, host, warnings: warningsOf(url, host) };
  return elicitationId === undefined ? visit : { ...visit, elicitationId };
}

function warningsOf(url: string, host: string): readonly UrlWarning[] {
  const name = host.replace(/:\d+$/, "");
  const isHere = /^(?:localhost\.?|(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name);
  const warnings: UrlWarning[] = [];
  if (/^http:/i.test(url) && !isHere) warnings.push("insecure");
  if (/(?:^|\.)xn--/.test(name)) warnings.push("punycode");
  return warnings;
}
