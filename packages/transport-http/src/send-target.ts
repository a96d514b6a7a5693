/** What of a platform's `URL` is read here; every platform has it. */
declare const URL: new (
  url: string,
) => {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
};

/** A request's URL in the parts that a back end needs. */
export interface SendTarget {
  readonly secure: boolean;
  /** Scheme, host and port: `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** As the `Host` header has it: with the port where it is not the scheme's own. */
  readonly host: string;
  /** A name or an address, an IPv6 address without its brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
}

/**
 * Takes a URL apart. User and password in it are not taken over.
 *
 * @throws TypeError with `code` `ERR_INVALID_URL` where it is no URL of HTTP.
 */
export function sendTarget(url: string): SendTarget {
  const { protocol, hostname, host, port, pathname, search } = parse(url);
  const secure = protocol === "https:";
  return {
    secure,
    origin: `${protocol}//${host}`,
    host,
    hostname: hostname.startsWith("[") ? hostname.slice(1, -1) : hostname,
    port: port === "" ? (secure ? 443 : 80) : Number(port),
    path: pathname + search,
  };
}

/** {@link sendTarget} for a caller whose URL is nearly always the same: the last one is remembered. */
export function rememberingTarget(): (url: string) => SendTarget {
  let last: { readonly url: string; readonly target: SendTarget } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, target: sendTarget(url) };
    return last.target;
  };
}

function parse(url: string): InstanceType<typeof URL> {
  try {
    const parsed = new URL(url);
    if (parsed.protocol === "http:" || parsed.protocol === "https:") return parsed;
  } catch {
    // Not every platform gives a code, and its message may repeat the URL.
  }
  throw Object.assign(new TypeError("Not a URL of HTTP."), { code: "ERR_INVALID_URL" });
}
