import type { Client, PeerReport } from "@x/client";
import { clockFrom } from "@x/connection";
import type { SubscriptionEvent, SubscriptionFilter } from "@x/subscriptions";
import { declares } from "@x/wire";
import { CliError } from "./cli-error.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { heardJson, heardText, topicsOf } from "./heard.js";
import type { Invocation } from "./invocation.js";
import { LIST_NAMES, type ListName } from "./list-names.js";
import { openServer, serverNamed, told, unavailable } from "./open-server.js";
import { asksForAuthorization } from "./refusals.js";
import type { Format } from "./server-settings.js";
import { withClient } from "./with-client.js";

/** What is listened to. */
export interface ListenLine {
  readonly format: Format;
  readonly server: string;
  /** What was asked for; nothing for all that the server declares. */
  readonly lists: readonly ListName[];
  readonly uris: readonly string[];
  /** In milliseconds; nothing for until it is interrupted. */
  readonly forMs: number | undefined;
}

/** Prints what changes at one server, a line an event, until it is interrupted or its time is over. */
export async function listen(line: ListenLine, invocation: Invocation): Promise<ExitCode> {
  const { name } = serverNamed(line.server, invocation.config);
  return withClient(
    invocation,
    "prefix",
    async (client) => {
      const report = await openServer(client, name, invocation);
      await listening(client, { line, report, filter: filterOf(line, report) }, invocation);
      return { output: "", exitCode: EXIT.ok };
    },
    { recover: true },
  );
}

/** What was asked for, or else all that the server declares. */
function filterOf(
  { lists, uris }: ListenLine,
  { name, capabilities = {} }: PeerReport,
): SubscriptionFilter {
  const declared = LIST_NAMES.filter((list) => declares(capabilities, list));
  const wanted = lists.length === 0 && uris.length === 0 ? declared : lists;
  if (wanted.length === 0 && uris.length === 0) {
    throw nothingToHear(name, "It declares neither tools nor prompts nor resources.");
  }
  return {
    toolsListChanged: wanted.includes("tools"),
    promptsListChanged: wanted.includes("prompts"),
    resourcesListChanged: wanted.includes("resources"),
    resourceSubscriptions: uris,
  };
}

interface Listened {
  readonly line: ListenLine;
  /** Of the server, when it was opened. */
  readonly report: PeerReport;
  readonly filter: SubscriptionFilter;
}

/** Settles when the time is over or the program is to end; rejects when nothing more can be heard. */
async function listening(
  client: Client,
  { line, report, filter }: Listened,
  invocation: Invocation,
): Promise<void> {
  const { io, redaction } = invocation;
  const clock = clockFrom(globalThis);
  const show = line.format === "json" ? heardJson : heardText;
  const { promise, resolve, reject } = withResolvers();
  const off = client.on((event) => {
    if (event.type !== "peer" || event.report.name !== report.name) return;
    const end = endOfServer(event.report, invocation);
    if (end !== undefined) reject(end);
  });
  const onEvent = (event: SubscriptionEvent): void => {
    if (io.signal.aborted) return;
    io.stdout(show(event, redaction));
    const end = endOf(event, report, filter);
    if (end !== undefined) reject(end);
  };
  const subscription = client.listen(report.name, filter, { onEvent });
  const cancel = line.forMs === undefined ? () => {} : clock.after(line.forMs, resolve);
  io.signal.addEventListener("abort", resolve);
  if (io.signal.aborted) resolve();
  try {
    await promise;
  } finally {
    off();
    cancel();
    subscription.close();
    io.signal.removeEventListener("abort", resolve);
  }
}

/** Why a server will not be heard again, where that is so; that it is tried again is told. */
function endOfServer(report: PeerReport, invocation: Invocation): CliError | undefined {
  const { state, reason, retryInMs } = report;
  if (state !== "unavailable") return undefined;
  if (retryInMs === undefined) return unavailable(told(report, invocation), [report], invocation);
  // That it was lost is an event of its own.
  if (reason !== "connection_lost") {
    invocation.note(`${told(report, invocation)} It is tried again.`);
  }
  return undefined;
}

/** Why nothing more is told on this connection, where that is so. */
function endOf(
  event: SubscriptionEvent,
  { name, era }: PeerReport,
  wanted: SubscriptionFilter,
): CliError | undefined {
  if (event.type === "acknowledged") {
    // Many legacy servers tell of their lists though they do not declare it.
    const { resourceSubscriptions: _, ...lists } = wanted;
    const mayTell = era === "legacy" && topicsOf(lists).length > 0;
    if (mayTell || topicsOf(event.agreed).length > 0) return undefined;
    return nothingToHear(name, "It promised none of what was asked for.");
  }
  if (event.type !== "refused") return undefined;
  const { refusal, message } = event;
  if (refusal.type === "undeclared") return nothingToHear(name, message);
  const isForbidden = refusal.type === "http_status" && asksForAuthorization(refusal.status);
  return new CliError(`${name} does not let itself be listened to. ${message}`, {
    code: isForbidden ? "authorization_required" : "not_told",
    about: { server: name, phase: "request" },
  });
}

function nothingToHear(name: string, why: string): CliError {
  return new CliError(`${name} tells of no such changes. ${why}`, {
    code: "nothing_to_hear",
    about: { server: name },
  });
}

/** A promise, and the functions that settle it. */
function withResolvers(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
} {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
