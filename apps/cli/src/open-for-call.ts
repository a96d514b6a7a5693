import type { Client, PeerReport } from "@x/client";
import type { CallPlan } from "./call-plan.js";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import { refusalReport, refusalText } from "./refusal-report.js";
import { asksForAuthorization } from "./refusals.js";
import { letIn } from "./tool-filter.js";

/** A server that may have a tool, as nobody knows all of its tools, and why. */
interface Doubt {
  readonly server: string;
  readonly why: string;
}

/**
 * Opens the servers that a call of `name` needs.
 *
 * @throws CliError `unavailable` or `authorization_required` where its owner is unavailable, or where
 * nobody knows whether an earlier server is its owner. The call is not sent to the next one that has such
 * a tool: it would be another tool.
 */
export async function openForCall(
  client: Client,
  plan: CallPlan,
  name: string,
  invocation: Invocation,
): Promise<void> {
  switch (plan.open) {
    case "owner": {
      const report = await client.reconnect(plan.server);
      if (report.state !== "unavailable") return;
      throw notCalled(told(report, invocation), [plan.server], invocation);
    }
    case "all":
      for (const report of await client.connect()) doubtOf(report, invocation);
      return;
    case "first":
      await openInOrder(client, name, invocation);
  }
}

/** The error for a call that was not made, because of these servers. */
export function notCalled(
  message: string,
  servers: readonly string[],
  { refusals }: Invocation,
): CliError {
  const asked = servers.some((server) => asksForAuthorization(refusals.of(server)?.status));
  return new CliError(`${message} Nothing was called.`, {
    code: asked ? "authorization_required" : "unavailable",
  });
}

/** Opens one server after the other, up to the first that has the tool. */
async function openInOrder(client: Client, name: string, invocation: Invocation): Promise<void> {
  const doubts: Doubt[] = [];
  for (const server of invocation.config.servers) {
    const doubt = doubtOf(await client.reconnect(server.name), invocation);
    const entry = client.tools.find(({ canonical }) => canonical === name);
    if (entry === undefined) {
      if (doubt !== undefined && letIn(server.tools ?? {}, [name]).length > 0) doubts.push(doubt);
      continue;
    }
    if (doubts.length === 0) return;
    const { peer, local } = entry;
    const all = doubts.map(({ server, why }) => `${server} (${why})`).join(" or of ");
    throw notCalled(
      `${JSON.stringify(name)} may be a tool of ${all}, declared before ${peer}. ` +
        `To call the one of ${peer}, write ${peer}/${local}.`,
      doubts.map((one) => one.server),
      invocation,
    );
  }
}

/** The server and why not all of its tools are known, where they are not; that is told, too. */
function doubtOf(report: PeerReport, invocation: Invocation): Doubt | undefined {
  const { name: server, state, listProblem } = report;
  if (state !== "unavailable" && listProblem === undefined) return undefined;
  invocation.note(told(report, invocation));
  return {
    server,
    why: state === "unavailable" ? "unavailable" : "not all of its tools are known",
  };
}

/** What is wrong with a server. */
function told({ name, state, message }: PeerReport, invocation: Invocation): string {
  const what = state === "unavailable" ? `${name} is unavailable` : name;
  return `${what}: ${message}${refusalText(refusalReport(name, invocation))}`;
}
