import { type FailureCause, failureCause } from "./failure-causes.js";
import type { HttpFailure } from "./send.js";
import { sendTarget } from "./send-target.js";

/**
 * How far an exchange had come.
 *
 * - `building`: this side could not make a request of it.
 * - `connecting`: no request was written yet.
 * - `sent`: no reply had begun.
 * - `body`: a reply had begun.
 * - `unknown`: the platform does not tell; its code decides then, and `connect` is taken where it has none.
 */
export type SendStage = "building" | "connecting" | "sent" | "body" | "unknown";

/** What a back end knows of an exchange that failed. */
export interface FailedExchange {
  readonly url: string;
  readonly stage: SendStage;
  /** It went out on a connection that an earlier one had used. */
  readonly reused?: boolean;
  /** The environment names a proxy that it may have gone through. */
  readonly proxied?: boolean;
}

/**
 * What to tell of an exchange that failed: the phase, the platform's own code, and a sentence.
 *
 * The platform's message is not taken over: it may repeat the URL or a header.
 */
export function httpFailure(error: unknown, exchange: FailedExchange): HttpFailure {
  const code = codeOf(error) ?? "UNKNOWN";
  const cause = failureCause(code);
  const phase = phaseOf(exchange, cause);
  const text = (cause?.phase === phase ? cause.text : undefined) ?? generalText(exchange, phase);
  const hint = exchange.proxied && exchange.stage === "connecting" && !code.startsWith("PROXY_");
  return { phase, code, message: filled(hint ? text + PROXY_HINT : text, exchange.url, code) };
}

const PROXY_HINT = " The environment names a proxy: check that too, or put {host} into NO_PROXY.";

function phaseOf(
  { stage, url }: FailedExchange,
  cause: FailureCause | undefined,
): HttpFailure["phase"] {
  switch (stage) {
    case "building":
      return "connect";
    case "sent":
    case "body":
      return "exchange";
    case "connecting":
      // Until the first byte of the request, whatever else breaks an https connection is its handshake.
      return url.startsWith("https:") && cause?.phase !== "connect" ? "tls" : "connect";
    case "unknown":
      return cause?.phase ?? "connect";
  }
}

function generalText({ stage, url, reused }: FailedExchange, phase: HttpFailure["phase"]): string {
  switch (phase) {
    case "connect":
      if (stage === "building") {
        return "The request to {place} was not sent ({code}). Check its headers, and the agent or dispatcher that was given.";
      }
      return stage === "unknown"
        ? "The server at {place} cannot be reached. Check the URL and the network; in a browser, that the server allows this origin (CORS)."
        : "The server at {place} cannot be reached ({code}). Check the URL and the network.";
    case "tls":
      return "The server at {place} broke off the TLS handshake ({code}). If it serves plain HTTP, its URL begins with http://.";
    case "exchange":
      if (stage === "body") {
        return "The server at {place} broke off its reply ({code}). Look for the cause in the server's log.";
      }
      if (reused === true) {
        return "The server at {place} closed a connection that it had kept open, as a request was on its way ({code}). Whether it got the request is not known.";
      }
      return url.startsWith("http:")
        ? "The server at {place} closed the connection without a reply ({code}). If it expects TLS, its URL begins with https://."
        : "The server at {place} closed the connection without a reply ({code}). Look for the cause in the server's log.";
  }
}

function filled(text: string, url: string, code: string): string {
  const { host, place } = placeOf(url);
  return text.replaceAll("{place}", place).replaceAll("{host}", host).replaceAll("{code}", code);
}

function placeOf(url: string): { readonly host: string; readonly place: string } {
  try {
    const { hostname, host, port } = sendTarget(url);
    return { host: hostname, place: host.endsWith(`:${port}`) ? host : `${host}:${port}` };
  } catch {
    return { host: "the endpoint", place: "the endpoint" };
  }
}

/** The platform's own code, which may be on the error, on its cause or on the first of several. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 3) return undefined;
  const { code, name, cause, errors } = error as {
    readonly [key in "code" | "name" | "cause" | "errors"]?: unknown;
  };
  if (typeof code === "string" && /^\w+$/.test(code)) return code;
  return (
    codeOf(cause, depth + 1) ??
    (Array.isArray(errors) ? codeOf(errors[0], depth + 1) : undefined) ??
    // undici's parser has a name of its own and no code.
    (typeof name === "string" && !/^(?:Type)?Error$/.test(name) ? name : undefined)
  );
}
