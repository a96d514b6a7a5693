import type { Client } from "@x/client";
import { toolArguments } from "./call-arguments.js";
import { planCall } from "./call-plan.js";
import type { CallLine } from "./command-line.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { openForCall, unavailable } from "./open-for-call.js";
import { printable } from "./printable.js";
import { resultText } from "./result-text.js";
import { withClient } from "./with-client.js";

/** Calls one tool and prints its result as the server sent it: the answer is not redacted. */
export function call(line: CallLine, invocation: Invocation): Promise<ExitCode> {
  const plan = planCall(line.name, invocation.config);
  return withClient(invocation, plan.collision, async (client) => {
    await openForCall(client, plan, line.name, invocation);
    const entry = client.tools.find(({ canonical }) => canonical === line.name);
    if (entry === undefined) explainMissing(client, line.name, invocation);
    // Where no tool has the name, callTool() says so, names what is near, and sends nothing.
    const args = entry === undefined ? {} : toolArguments(entry.tool.inputSchema, line);
    const result = await client.callTool(line.name, args, { signal: invocation.io.signal });
    const show = invocation.io.stdoutIsTerminal ? printable : (text: string): string => text;
    return {
      output: line.format === "json" ? jsonDocument(result) : resultText(result, show),
      exitCode: result.isError === true ? EXIT.toolFailed : EXIT.ok,
    };
  });
}

/** Says what is known of a name that no tool has; throws where no server could be asked for it. */
function explainMissing(client: Client, name: string, { config, note }: Invocation): void {
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
