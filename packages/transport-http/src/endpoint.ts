import { excerpt } from "@x/wire";
import { HttpTransportError } from "./http-transport-error.js";

/** What is allowed of an endpoint. */
export interface EndpointOptions {
  /** `http:` to another machine too, where everyone on the way reads and writes along. */
  readonly allowInsecure: boolean;
}

/**
 * Checks the URL of an endpoint that the operator gave, and gives it as the platform writes it, without
 * a fragment. Nothing is resolved: `127.0.0.1`, `[::1]` and `localhost` are told by how they look.
 *
 * @throws HttpTransportError `invalid_url` where it is no absolute `http:` or `https:` URL, or has a
 * user name or password in it; `insecure_url` where it is `http:` and neither the loopback interface
 * nor `allowInsecure`.
 */
export function checkedEndpoint(url: string, options: EndpointOptions): string {
  const parsed = parse(url);
  if (parsed === undefined) {
    throw new HttpTransportError(
      "The endpoint is not a URL; give an absolute one, such as https://example.com/mcp.",
      { code: "invalid_url" },
    );
  }
  if (!isHttp(parsed)) {
    throw new HttpTransportError(
      `The endpoint is a "${excerpt(parsed.protocol)}" URL; only http: and https: can be spoken.`,
      { code: "invalid_url" },
    );
  }
  const shown = show(parsed);
  if (hasCredentials(parsed)) {
    throw new HttpTransportError(
      `The URL of ${shown} has a user name or password in it; put them into a header instead.`,
      { code: "invalid_url" },
    );
  }
  if (parsed.protocol === "http:" && !isLoopback(parsed.hostname) && !options.allowInsecure) {
    throw new HttpTransportError(
      `${shown} is not on this machine, and http: would send everything to it in the clear; use https:, or allow this endpoint to be insecure.`,
      { code: "insecure_url" },
    );
  }
  parsed.hash = "";
  return parsed.href;
}

/** Whether two URLs have the same scheme, host and port. `false` where one is no `http(s):` URL. */
export function sameOrigin(a: string, b: string): boolean {
  const first = parse(a);
  const second = parse(b);
  if (first === undefined || second === undefined) return false;
  return isHttp(first) && first.origin === second.origin;
}

/**
 * A URL as it may stand in a message: origin, path and the names of its query, each value of which is
 * `…`, since it may be a token. At most 200 characters. Text that is no `http(s):` URL is not shown.
 */
export function shownUrl(url: string): string {
  const parsed = parse(url);
  return parsed !== undefined && isHttp(parsed) ? show(parsed) : "(not an http URL)";
}

/**
 * Where a redirect leads that may be followed: from `from` to the `Location` header, on the same
 * origin. `undefined` where there is none, it leads to another origin or no `http(s):` URL, or has
 * credentials in it. Without a fragment.
 */
export function redirectTarget(from: string, location: string | undefined): string | undefined {
  const target = location === undefined ? undefined : parse(location, from);
  if (target === undefined || hasCredentials(target) || !sameOrigin(from, target.href)) {
    return undefined;
  }
  target.hash = "";
  return target.href;
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/;

function parse(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

function isHttp({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** A URL's parser leaves one form of every address. */
function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

function show({ origin, pathname, search }: URL): string {
  return excerpt(origin + pathname + search.replace(/([?&])([^=&]*=)?[^&]*/g, hideValue));
}

function hideValue(_pair: string, before: string, name = ""): string {
  return `${before}${name}…`;
}
