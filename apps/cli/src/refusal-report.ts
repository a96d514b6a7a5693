import type { HttpServerConfig } from "@x/config";
import type { Challenge } from "@x/connection";
import type { Invocation } from "./invocation.js";
import type { Refusal } from "./refusals.js";
import { shownUrl } from "./shown-url.js";

/** What a server that is an endpoint asks for: the parameters that a person, or a login, can go by. */
export interface ChallengeReport {
  /** In lower case. */
  readonly scheme: string;
  readonly params: { readonly [name: string]: string };
}

/** An HTTP status that came in place of an answer, and what to do about it. */
export interface RefusalReport {
  readonly status: number;
  readonly hint?: string;
  readonly challenges: readonly ChallengeReport[];
}

/** RFC 6750 (section 3) and RFC 9728 (section 5.1). Nonces and the like help nobody. */
const SHOWN_PARAMS = ["realm", "resource_metadata", "scope", "error", "error_description"] as const;

/** What the last request to a server was refused with, where it was, without the operator's secrets. */
export function refusalReport(
  name: string,
  { config, refusals, redaction }: Invocation,
): RefusalReport | undefined {
  const refusal = refusals.of(name);
  const server = config.servers.find((one) => one.name === name);
  if (refusal === undefined || server?.type !== "http") return undefined;
  const hint = hintFor(refusal, server);
  return {
    status: refusal.status,
    ...(hint === undefined ? {} : { hint: redaction.text(hint) }),
    challenges: (refusal.challenges ?? []).map(({ scheme, params }) => ({
      scheme: redaction.text(scheme),
      params: shownParams(params, redaction.text),
    })),
  };
}

/** What a remark says of a refusal, behind the message of the server's report: sentences, or nothing. */
export function refusalText(report: RefusalReport | undefined): string {
  if (report === undefined) return "";
  const asked = report.challenges.map(challengeText).join("; ");
  const hint = report.hint === undefined ? "" : ` ${report.hint}`;
  return asked === "" ? hint : `${hint} It asks for: ${asked}.`;
}

/** A challenge as a header has it. */
export function challengeText({ scheme, params }: ChallengeReport): string {
  const listed = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return listed.length === 0 ? scheme : `${scheme} ${listed.join(", ")}`;
}

function shownParams(
  params: Challenge["params"],
  hide: (text: string) => string,
): ChallengeReport["params"] {
  return Object.fromEntries(
    SHOWN_PARAMS.flatMap((name) => {
      const value = Object.hasOwn(params, name) ? params[name] : undefined;
      return value === undefined ? [] : [[name, hide(value)]];
    }),
  );
}

function hintFor(
  { status, headers }: Refusal,
  { headers: own }: HttpServerConfig,
): string | undefined {
  const hasCredentials = Object.keys(own).some((name) => name.toLowerCase() === "authorization");
  const location = headers["location"];
  const seconds = /^\d{1,9}$/.exec(headers["retry-after"] ?? "")?.[0];
  if (status === 401 && hasCredentials) {
    return 'The credentials in "headers" were not accepted: they are wrong, or no longer valid.';
  }
  if (status === 403 && hasCredentials) {
    return 'The credentials in "headers" do not permit it: they need more rights.';
  }
  if (status === 401 || status === 403) {
    return `Credentials go into "headers", such as "Authorization": "Bearer \${TOKEN}".`;
  }
  if (status === 404) return 'Check the path of its "url".';
  if (status === 429 && seconds !== undefined)
    return `It can be asked again in ${seconds} seconds.`;
  if (status >= 300 && status < 400 && location !== undefined) {
    return `It redirects to ${shownUrl(location)}.`;
  }
  return undefined;
}
