import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";

/** A dispatcher as the environment wants it. */
export interface EnvironmentDispatcher {
  readonly dispatcher: Dispatcher;
  /** Whether requests may go through a proxy. */
  readonly proxied: boolean;
}

/** What is on this machine is never asked for at a proxy, which would look for it on its own. */
const LOOPBACK = "localhost,127.0.0.1,[::1]";

/**
 * A dispatcher that goes through the proxies of `HTTP_PROXY` and `HTTPS_PROXY`, except to where `NO_PROXY`
 * says and to this machine. Names in lower case count first; `HTTP_PROXY` stands for both. Without any, a
 * plain one, which costs less a call.
 *
 * @throws Error with `code` `INVALID_PROXY` where a variable holds no URL of a proxy.
 */
export function environmentDispatcher(): EnvironmentDispatcher {
  const { env } = process;
  const httpProxy = proxyUrl(env["http_proxy"] ?? env["HTTP_PROXY"]);
  const httpsProxy = proxyUrl(env["https_proxy"] ?? env["HTTPS_PROXY"]);
  const noProxy = env["no_proxy"] ?? env["NO_PROXY"] ?? "";
  if (
    (httpProxy === undefined && httpsProxy === undefined) ||
    /(?:^|[\s,])\*(?:$|[\s,])/.test(noProxy)
  ) {
    return { dispatcher: new Agent(), proxied: false };
  }
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    noProxy: `${noProxy},${LOOPBACK}`,
    // A request without TLS is handed to the proxy as it is: many let tunnels through to port 443 only.
    proxyTunnel: false,
  });
  return { dispatcher, proxied: true };
}

/** `proxy:3128` is as common in these variables as a whole URL. */
function proxyUrl(value: string | undefined): string | undefined {
  if (value === undefined || value === "") return undefined;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (URL.canParse(url)) return url;
  throw Object.assign(new Error("Not the URL of a proxy."), { code: "INVALID_PROXY" });
}
