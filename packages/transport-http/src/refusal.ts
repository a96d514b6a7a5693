import type { Challenge, ExchangeOutcome } from "@x/connection";
import { parseChallenges } from "./challenges.js";
import type { HttpHeader } from "./send.js";

/** How much of a refusal's body is kept, in characters. */
export const REFUSAL_CHARACTERS = 2000;

/** The headers of a refusal that say something about it, and nothing about this side. */
const TELLING = ["content-type", "location", "retry-after", "server", "allow"];

/** Takes out of a text what of the headers that were sent is secret. */
export type Redact = (text: string) => string;

/** An HTTP answer without a JSON-RPC message in it. */
export type Refusal = Extract<ExchangeOutcome, { readonly type: "http_status" }>;

/** Puts together what is told of a refusal. `redact` takes the operator's secrets out of its texts. */
export function refusalOf(
  status: number,
  header: HttpHeader,
  body: string,
  redact: Redact,
): Refusal {
  const headers: { [name: string]: string } = {};
  for (const name of TELLING) {
    const value = header(name);
    if (value !== undefined) headers[name] = redact(value);
  }
  const challenges = challengesOf(status, header).map((challenge) => redacted(challenge, redact));
  return {
    type: "http_status",
    status,
    headers,
    body: redact(body).slice(0, REFUSAL_CHARACTERS),
    ...(challenges.length === 0 ? {} : { challenges }),
  };
}

/** A refusal as a sentence. */
export function refusalText({ status, body }: Refusal): string {
  const said = body.trim().slice(0, 200);
  return said === ""
    ? `The endpoint answered HTTP ${status}.`
    : `The endpoint answered HTTP ${status}: ${said}`;
}

/**
 * Whether a status is the word of something that stands before the server, whatever its body says:
 * authorization, a proxy, a limit, a redirect that is not followed.
 */
export function isGate(status: number): boolean {
  return (
    status === 401 ||
    status === 403 ||
    status === 407 ||
    status === 429 ||
    (status >= 300 && status < 400)
  );
}

/** A server may put into a challenge what it was sent. */
function redacted({ scheme, params, token68 }: Challenge, redact: Redact): Challenge {
  const told = Object.entries(params).map(([name, value]) => [name, redact(value)] as const);
  const challenge = { scheme, params: Object.fromEntries(told) };
  return token68 === undefined ? challenge : { ...challenge, token68: redact(token68) };
}

function challengesOf(status: number, header: HttpHeader): readonly Challenge[] {
  return parseChallenges(header(status === 407 ? "proxy-authenticate" : "www-authenticate"));
}
