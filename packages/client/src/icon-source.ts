import { isBase64 } from "@x/wire";

/** The types of images that are taken for icons; SVG is not among them, as it can hold scripts. */
export const ICON_TYPES: readonly string[] = Object.freeze([
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
]);

/** Why an icon is not to be loaded. A closed list. */
export type IconRefusal =
  | "not_a_url"
  | "too_long"
  | "scheme"
  | "credentials"
  | "origin"
  | "media_type"
  | "not_base64";

/** Where an icon is, as far as it may be loaded from there. */
export type IconSource =
  /** Within the URL itself; `data` is Base64. What it is says {@link iconType}. */
  | { readonly type: "data"; readonly mimeType: string; readonly data: string }
  /** At an `https:` URL of the server's own origin. To be fetched with {@link ICON_REQUEST}. */
  | { readonly type: "https"; readonly url: string }
  | { readonly type: "refused"; readonly code: IconRefusal };

/**
 * How an icon is fetched: without credentials, and nowhere else than it was said to be. For the
 * platform's `fetch`.
 */
export const ICON_REQUEST: {
  readonly credentials: "omit";
  readonly redirect: "error";
  readonly referrerPolicy: "no-referrer";
} = Object.freeze({ credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" });

/** The longest `https:` URL and `data:` URL that are taken, in UTF-16 code units. */
const MAX_URL = 8192;
const MAX_DATA = 1_048_576;

/**
 * Whether an icon may be loaded, and from where. `src` is that of an icon as a server gave it, `endpoint` the
 * URL that the server is reached at; one without such a URL has no origin, and its icons are `data:` URLs.
 * Loads nothing.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#icons}
 */
export function iconSource(src: unknown, endpoint?: string): IconSource {
  if (typeof src !== "string" || !/^[a-z][a-z0-9+.-]*:/i.test(src)) return refused("not_a_url");
  if (/^data:/i.test(src)) return src.length > MAX_DATA ? refused("too_long") : dataSource(src);
  if (!/^https:/i.test(src)) return refused("scheme");
  if (src.length > MAX_URL) return refused("too_long");
  const parts = partsOf(src);
  if (parts === undefined) return refused("not_a_url");
  if (parts.hasCredentials) return refused("credentials");
  const own = endpoint === undefined ? undefined : partsOf(endpoint);
  return own !== undefined && own.host === parts.host
    ? { type: "https", url: src }
    : refused("origin");
}

function dataSource(src: string): IconSource {
  const comma = src.indexOf(",");
  const head = src.slice("data:".length, comma === -1 ? 0 : comma).toLowerCase();
  const mimeType = head.split(";")[0]?.replace(/^image\/jpg$/, "image/jpeg") ?? "";
  if (!ICON_TYPES.includes(mimeType)) return refused("media_type");
  const data = src.slice(comma + 1);
  if (!head.endsWith(";base64") || !isBase64(data)) return refused("not_base64");
  return { type: "data", mimeType, data };
}

interface UrlParts {
  /** Host and port of an `https:` URL, in one spelling. */
  readonly host: string;
  readonly hasCredentials: boolean;
}

/** Only what all readers of URLs read in one way: what a browser would mend is no URL here. */
function partsOf(url: string): UrlParts | undefined {
  const [, authority = ""] = /^https:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (authority === "" || NOT_IN_URL.test(url)) return undefined;
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1).toLowerCase();
  if (!HOST.test(host)) return undefined;
  return { host: host.replace(/:0*443$/, "").replace(/:$/, ""), hasCredentials: at !== -1 };
}

const NOT_IN_URL = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/;
/** A name or IPv4 address, or an IPv6 address in brackets; then a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/;

function refused(code: IconRefusal): IconSource {
  return { type: "refused", code };
}
