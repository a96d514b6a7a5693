import { type Client, ClientError } from "@x/client";
import type { ToolResult } from "@x/router";
import { toolArguments } from "./call-arguments.js";
import { planCall } from "./call-plan.js";
import { CliError } from "./cli-error.js";
import type { CallLine } from "./command-line.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { notCalled, openForCall } from "./open-for-call.js";
import { printable } from "./printable.js";
import { refusalReport, refusalText } from "./refusal-report.js";
import { asksForAuthorization } from "./refusals.js";
import { resultText } from "./result-text.js";
import { withClient } from "./with-client.js";

/** Calls one tool and prints its result as the server sent it: the answer is not redacted. */
export function call(line: CallLine, invocation: Invocation): Promise<ExitCode> {
  const plan = planCall(line.name, invocation.config);
  return withClient(invocation, plan.collision, async (client) => {
    await openForCall(client, plan, line.name, invocation);
    const result = await resultOf(line, client, invocation);
    const show = invocation.io.stdoutIsTerminal ? printable : (text: string): string => text;
    return {
      output: line.format === "json" ? jsonDocument(result) : resultText(result, show),
      exitCode: result.isError === true ? EXIT.toolFailed : EXIT.ok,
    };
  });
}

async function resultOf(
  line: CallLine,
  client: Client,
  invocation: Invocation,
): Promise<ToolResult> {
  const { io, refusals } = invocation;
  const entry = client.tools.find(({ canonical }) => canonical === line.name);
  if (entry === undefined) explainMissing(client, line.name, invocation);
  // Where no tool has the name, callTool() says so, names what is near, and sends nothing.
  const args = entry === undefined ? {} : toolArguments(entry.tool.inputSchema, line);
  try {
    return await client.callTool(line.name, args, { signal: io.signal });
  } catch (cause) {
    const peer = entry?.peer ?? "";
    if (!(cause instanceof ClientError) || !asksForAuthorization(refusals.of(peer)?.status)) {
      throw cause;
    }
    throw new CliError(`${cause.message}${refusalText(refusalReport(peer, invocation))}`, {
      code: "authorization_required",
      cause,
    });
  }
}

/** Says what is known of a name that no tool has; throws where no server could be asked for it. */
function explainMissing(client: Client, name: string, invocation: Invocation): void {
  const { config, note } = invocation;
  const asked = client.peers.filter(({ state }) => state !== "idle");
  if (asked.length > 0 && asked.every(({ state }) => state === "unavailable")) {
    const message = `No server is available that could have a tool ${JSON.stringify(name)}.`;
    const servers = asked.map((one) => one.name);
    throw notCalled(message, servers, invocation);
  }
  for (const { scope, peer, local, message } of client.quarantined) {
    if (scope === "entry" && (local === name || `${peer}/${local}` === name)) note(message);
  }
  const server = config.disabled.find((disabled) => name.startsWith(`${disabled}/`));
  if (server !== undefined) note(`The server ${server} is not used: it is "disabled".`);
}
