import { isUri } from "./uri.js";

/** Where a URL leads that a server wants a user to visit, or why no user is to be sent there. */
export type VisitUrl =
  /** Host and port as in the URL, in lower case. */
  | { readonly type: "url"; readonly host: string }
  | {
      readonly type: "refused";
      readonly code: "unsafe_url" | "limit_exceeded";
      /** Reads on after "it cannot be answered:". Nothing of the URL is in it. */
      readonly detail: string;
    };

/** The longest URL that anybody is sent to, in UTF-16 code units. */
export const MAX_VISIT_URL = 16_384;

/**
 * Reads a URL that a server wants a user to visit. One that could lead elsewhere than it seems is refused:
 * of another scheme than `http:` and `https:`, with credentials, or with characters that no URL has, such as
 * marks that turn the direction of text.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling}
 */
export function readVisitUrl(url: string): VisitUrl {
  if (url.length > MAX_VISIT_URL) {
    const detail = `its url is too long, and the most is ${MAX_VISIT_URL}`;
    return { type: "refused", code: "limit_exceeded", detail };
  }
  const parts = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (parts === null) return unsafe("its url is not one with http: or https:");
  if (!isUri(url)) return unsafe("its url has characters that no URL has");
  const host = (parts[1] ?? "").toLowerCase();
  if (host.includes("@")) return unsafe("its url has credentials before the host");
  return HOST.test(host) ? { type: "url", host } : unsafe("its url has no proper host");
}

/** A name or IPv4 address, or an IPv6 address in brackets; then a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

function unsafe(detail: string): VisitUrl {
  return { type: "refused", code: "unsafe_url", detail };
}
