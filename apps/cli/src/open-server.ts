import type { Client, PeerReport } from "@x/client";
import type { Config, ServerConfig } from "@x/config";
import { type About, CliError } from "./cli-error.js";
import { closest } from "./closest.js";
import { hintOf } from "./hint.js";
import type { Invocation } from "./invocation.js";
import { refusalReport, refusalText } from "./refusal-report.js";
import { asksForAuthorization } from "./refusals.js";
import { isLate, lateText, opened } from "./time-limit.js";
import { refuseUnusable } from "./unusable.js";

/** Names that are told where nobody can say which one was meant. */
const MOST_NAMES = 10;

/**
 * The server that is declared by this name.
 *
 * @throws CliError `unknown_server`, with the name that was likely meant; `unusable_server`.
 */
export function serverNamed(name: string, config: Config): ServerConfig {
  refuseUnusable(name, config);
  const { servers, disabled } = config;
  const server = servers.find((declared) => declared.name === name);
  if (server !== undefined) return server;
  const why = disabled.includes(name)
    ? `The server ${name} is not used: it is "disabled".`
    : `There is no server ${JSON.stringify(name)}. ${remedy(name, config)}`;
  throw new CliError(`${why} Nothing was sent.`, {
    code: "unknown_server",
    about: { server: name },
  });
}

/**
 * Opens one server.
 *
 * @throws CliError `unavailable`, `timed_out` or `authorization_required` where it is not ready then; the
 * message ends with `nothing`, which says what was not done.
 */
export async function openServer(
  client: Client,
  server: string,
  invocation: Invocation,
  nothing = "Nothing was sent.",
): Promise<PeerReport> {
  invocation.subject.server = server;
  const report = await opened(client, server, invocation);
  if (report.state === "ready") return report;
  throw unavailable(`${told(report, invocation)} ${nothing}`, [report], invocation);
}

/** The error for something that was not asked of anybody, because of these servers. */
export function unavailable(
  message: string,
  servers: readonly PeerReport[],
  invocation: Invocation,
): CliError {
  const { refusals } = invocation;
  const asked = servers.some(({ name }) => asksForAuthorization(refusals.of(name)?.status));
  const other = servers.some(isLate) ? "timed_out" : "unavailable";
  const [only, ...more] = servers;
  const about = only === undefined || more.length > 0 ? {} : aboutPeer(only, invocation);
  return new CliError(message, { code: asked ? "authorization_required" : other, about });
}

function aboutPeer(peer: PeerReport, invocation: Invocation): About {
  const { name, evidence } = peer;
  return {
    server: name,
    hint: hintOf(peer, invocation),
    stderrTail: evidence.findLast(({ stderr = [] }) => stderr.length > 0)?.stderr,
  };
}

/** What is wrong with a server. */
export function told(report: PeerReport, invocation: Invocation): string {
  const { name, state, message } = report;
  if (isLate(report)) return `${name} ${lateText(invocation)}`;
  const what = state === "unavailable" ? `${name} is unavailable` : name;
  return `${what}: ${message}${refusalText(refusalReport(name, invocation))}`;
}

function remedy(name: string, { servers, file }: Config): string {
  const names = servers.map((declared) => declared.name);
  const meant = closest(name, names);
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  const shown = names.slice(0, MOST_NAMES).join(", ");
  if (shown === "") return `${file} declares none that is to be used.`;
  return `${file} declares ${shown}${names.length > MOST_NAMES ? " and others" : ""}.`;
}
