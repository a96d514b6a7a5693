import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Whether a request may come in; else the status to answer it with, and why. */
export type GateVerdict =
  | { readonly verdict: "open" }
  | { readonly verdict: "shut"; readonly status: 400 | 401 | 403 | 404; readonly reason: string };

/** The path of the WebSocket. */
const SOCKET_PATH = "/socket";

/** A token that nobody can guess, another one each time. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Whether a request is for this very host. A name that somebody lets point to this machine is not: so no
 * other web page can make a browser read what is here.
 */
export function hostVerdict({ headers: { host } }: IncomingMessage, port: number): GateVerdict {
  return namesOf(port).some((name) => name === host)
    ? { verdict: "open" }
    : shut(403, "The Host header names another host.");
}

/** Whether a WebSocket may be opened: the host, then the page it comes from, then the token. */
export function socketVerdict(
  request: IncomingMessage,
  { port, token }: { readonly port: number; readonly token: string },
): GateVerdict {
  const host = hostVerdict(request, port);
  if (host.verdict === "shut") return host;
  // Only a browser sends it, and a page cannot change it; the console's page is from the same host.
  if (request.headers.origin !== `http://${request.headers.host}`) {
    return shut(403, "The Origin header is not that of the console's page.");
  }
  const url = urlOf(request);
  if (url === undefined) return shut(400, "The request has no valid target.");
  if (url.pathname !== SOCKET_PATH) return shut(404, "There is nothing at this path.");
  return isSame(url.searchParams.get("token") ?? "", token)
    ? { verdict: "open" }
    : shut(401, "The token is not that of this run: open the URL that the console printed.");
}

/** Where a request goes to; nothing where that is no path. */
export function urlOf({ url = "" }: IncomingMessage): URL | undefined {
  const whole = `http://127.0.0.1${url}`;
  return url.startsWith("/") && URL.canParse(whole) ? new URL(whole) : undefined;
}

/** The names of this host: the loopback address, and what every machine calls it. */
function namesOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/** Takes the same time however much of it is right. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function shut(status: 400 | 401 | 403 | 404, reason: string): GateVerdict {
  return { verdict: "shut", status, reason };
}
