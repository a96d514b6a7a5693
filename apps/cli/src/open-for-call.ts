import type { Client, PeerReport } from "@x/client";
import type { CallPlan } from "./call-plan.js";
import { CliError } from "./cli-error.js";
import type { Invocation } from "./invocation.js";
import { letIn } from "./tool-filter.js";

/**
 * Opens the servers that a call of `name` needs.
 *
 * @throws CliError `unavailable` where its owner is, or where nobody knows whether an earlier server
 * is its owner. The call is not sent to the next one that has such a tool: it would be another tool.
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
      throw unavailable(`${report.name} is unavailable: ${report.message}`);
    }
    case "all":
      for (const report of await client.connect()) doubtOf(report, invocation);
      return;
    case "first":
      await openInOrder(client, name, invocation);
  }
}

/** The error for a call that was not made, because of who is not there. */
export function unavailable(message: string): CliError {
  return new CliError(`${message} Nothing was called.`, { code: "unavailable" });
}

/** Opens one server after the other, up to the first that has the tool. */
async function openInOrder(client: Client, name: string, invocation: Invocation): Promise<void> {
  const doubts: string[] = [];
  for (const server of invocation.config.servers) {
    const doubt = doubtOf(await client.reconnect(server.name), invocation);
    const entry = client.tools.find(({ canonical }) => canonical === name);
    if (entry === undefined) {
      if (doubt !== undefined && letIn(server.tools ?? {}, [name]).length > 0) doubts.push(doubt);
      continue;
    }
    if (doubts.length === 0) return;
    const { peer, local } = entry;
    throw unavailable(
      `${JSON.stringify(name)} may be a tool of ${doubts.join(" or of ")}, declared before ${peer}. ` +
        `To call the one of ${peer}, write ${peer}/${local}.`,
    );
  }
}

/** The server and why not all of its tools are known, where they are not; that is told, too. */
function doubtOf(report: PeerReport, { note }: Invocation): string | undefined {
  const { name, state, message, listProblem } = report;
  if (state === "unavailable") {
    note(`${name} is unavailable: ${message}`);
    return `${name} (unavailable)`;
  }
  if (listProblem === undefined) return undefined;
  note(`${name}: ${message}`);
  return `${name} (not all of its tools are known)`;
}
