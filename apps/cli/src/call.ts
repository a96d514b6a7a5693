import type { Client, PeerReport } from "@x/client";
import { toolArguments } from "./call-arguments.js";
import { type CallPlan, planCall } from "./call-plan.js";
import { CliError } from "./cli-error.js";
import type { CallLine } from "./command-line.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonDocument } from "./printable.js";
import { resultText } from "./result-text.js";
import type { Session } from "./session.js";
import { withClient } from "./with-client.js";

/** Calls one tool and prints its result as the server sent it: the answer is not redacted. */
export function call(line: CallLine, session: Session): Promise<ExitCode> {
  const plan = planCall(line.name, session.config);
  return withClient(session, plan.collision, async (client) => {
    await open(client, plan, line.name, session);
    const entry = client.tools.find(({ canonical }) => canonical === line.name);
    if (entry === undefined) explainMissing(client, line.name, session);
    // Where no tool has the name, callTool() says so, names what is near, and sends nothing.
    const args = entry === undefined ? {} : toolArguments(entry.tool.inputSchema, line);
    const result = await client.callTool(line.name, args, { signal: session.io.signal });
    return {
      output: line.format === "json" ? jsonDocument(result) : resultText(result),
      exitCode: result.isError === true ? EXIT.toolFailed : EXIT.ok,
    };
  });
}

async function open(
  client: Client,
  plan: CallPlan,
  name: string,
  { config, note }: Session,
): Promise<void> {
  if (plan.open === "owner") {
    const report = await client.reconnect(plan.server);
    if (report.state !== "unavailable") return;
    throw unavailable(`${report.name} is unavailable: ${report.message}`);
  }
  const passedOver = (report: PeerReport): void => {
    if (report.state !== "unavailable") return;
    note(`${report.name} is unavailable, its tools were passed over: ${report.message}`);
  };
  if (plan.open === "all") {
    for (const report of await client.connect()) passedOver(report);
    return;
  }
  for (const server of config.servers) {
    passedOver(await client.reconnect(server.name));
    if (client.tools.some(({ canonical }) => canonical === name)) return;
  }
}

/** Says what is known of a name that no tool has; throws where no server could be asked for it. */
function explainMissing(client: Client, name: string, { config, note }: Session): void {
  const asked = client.peers.filter(({ state }) => state !== "idle");
  if (asked.length > 0 && asked.every(({ state }) => state === "unavailable")) {
    throw unavailable(`No server is available that could have a tool ${JSON.stringify(name)}.`);
  }
  for (const { scope, peer, local, message } of client.quarantined) {
    if (scope === "tool" && (local === name || `${peer}/${local}` === name)) note(message);
  }
  const server = config.disabled.find((disabled) => name.startsWith(`${disabled}/`));
  if (server !== undefined) note(`The server ${server} is not used: it is "disabled".`);
}

function unavailable(message: string): CliError {
  return new CliError(`${message} Nothing was called.`, { code: "unavailable" });
}
