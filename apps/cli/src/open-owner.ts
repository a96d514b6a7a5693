import type { Client, PeerReport } from "@x/client";
import type { ServerConfig } from "@x/config";
import { hintOf } from "./hint.js";
import type { Invocation } from "./invocation.js";
import { openServer, told, unavailable } from "./open-server.js";
import type { OwnerPlan } from "./owner-plan.js";
import { NOTHING, namesOf, type Sought } from "./sought.js";
import { connectOptions, isLate, opened } from "./time-limit.js";
import { letIn } from "./tool-filter.js";

/** A server that may have what is sought, as nobody knows all that it has, and why. */
interface Doubt {
  readonly report: PeerReport;
  readonly why: string;
}

/**
 * Opens the servers that are needed to find what is sought.
 *
 * @throws CliError `unavailable`, `timed_out` or `authorization_required` where its owner is not ready, or where
 * nobody knows whether an earlier server is its owner. The next one that has such a name is not asked: it
 * would be something else.
 */
export async function openOwner(
  client: Client,
  plan: OwnerPlan,
  sought: Sought,
  invocation: Invocation,
): Promise<void> {
  switch (plan.open) {
    case "owner":
      await openServer(client, plan.server, invocation, NOTHING[sought.noun]);
      return;
    case "all":
      for (const report of await client.connect(connectOptions(invocation)))
        doubtOf(report, sought, invocation);
      return;
    case "first":
      await openInOrder(client, sought, invocation);
  }
}

/** Opens one server after the other, up to the first that has it. */
async function openInOrder(client: Client, sought: Sought, invocation: Invocation): Promise<void> {
  const { noun, name } = sought;
  const doubts: Doubt[] = [];
  for (const server of invocation.config.servers) {
    const doubt = doubtOf(await opened(client, server.name, invocation), sought, invocation);
    const entry = namesOf(client, sought).find(({ canonical }) => canonical === name);
    if (entry === undefined) {
      if (doubt !== undefined && mayHave(server, sought)) doubts.push(doubt);
      continue;
    }
    if (doubts.length === 0) return;
    const { peer, local } = entry;
    const all = doubts.map(({ report, why }) => `${report.name} (${why})`).join(" or of ");
    const verb = noun === "tool" ? "call" : "get";
    throw unavailable(
      `${JSON.stringify(name)} may be a ${noun} of ${all}, declared before ${peer}. ` +
        `To ${verb} the one of ${peer}, write ${peer}/${local}. ${NOTHING[noun]}`,
      doubts.map(({ report }) => report),
      invocation,
    );
  }
}

/** Whether the filter of a server lets it in; there is none for prompts. */
function mayHave({ tools = {} }: ServerConfig, { noun, name }: Sought): boolean {
  return noun === "prompt" || letIn(tools, [name]).length > 0;
}

/** The server and why not all that it has is known, where it is not; that is told, too. */
function doubtOf(report: PeerReport, { noun }: Sought, invocation: Invocation): Doubt | undefined {
  const { state, listProblems = {} } = report;
  if (state === "ready" && listProblems[`${noun}s`] === undefined) return undefined;
  const hint = state === "ready" ? undefined : hintOf(report, invocation);
  invocation.note(`${told(report, invocation)}${hint === undefined ? "" : ` ${hint}`}`);
  const down = isLate(report) ? "not ready in time" : "unavailable";
  return { report, why: state === "ready" ? `not all of its ${noun}s are known` : down };
}
