import type { Client } from "@x/client";
import type { Entry } from "@x/registry";
import type { Format } from "./command-line.js";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { leftOut } from "./left-out.js";
import type { Redaction } from "./redaction.js";
import { refusalText } from "./refusal-report.js";
import { exitCodeOf, noteLeftOut, type ServerReport, serverReports } from "./server-report.js";
import { noteIdlePatterns } from "./tool-filter.js";
import { type ToolReport, toolsText } from "./tools-text.js";
import { withClient } from "./with-client.js";

/** Starts every server and lists their tools under their canonical names. */
export function tools(invocation: Invocation, format: Format): Promise<ExitCode> {
  noteLeftOut(invocation);
  return withClient(invocation, invocation.config.collision, async (client) => {
    const servers = serverReports(await client.connect(), invocation);
    noteIdlePatterns(client, invocation);
    const listed = client.tools.map((entry) => toolReport(entry, invocation.redaction));
    const exitCode = exitCodeOf(servers);
    if (format === "text") {
      noteProblems(client, servers, invocation);
      return { output: toolsText(listed), exitCode };
    }
    const collisions = client.collisions.map(({ local, holder, peer, canonical, message }) => ({
      localName: invocation.redaction.structure(local),
      holder,
      server: peer,
      name: invocation.redaction.structure(canonical ?? null),
      message: invocation.redaction.text(message),
    }));
    const quarantined = leftOut(client, invocation.redaction);
    return { output: jsonDocument({ tools: listed, collisions, quarantined, servers }), exitCode };
  });
}

function toolReport(
  { canonical, peer, local, tool, outputCheck }: Entry,
  redaction: Redaction,
): ToolReport {
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  const { text, structure } = redaction;
  return {
    name: structure(canonical),
    server: peer,
    localName: structure(local),
    ...(typeof title === "string" ? { title: text(title) } : {}),
    description: typeof description === "string" ? text(description) : null,
    inputSchema: structure(inputSchema),
    ...(outputCheck === "declared" ? { outputSchema: structure(outputSchema) } : {}),
    ...(annotations === undefined || annotations === null
      ? {}
      : { annotations: structure(annotations) }),
  };
}

/** What a reader of the list has to know about it. */
function noteProblems(
  client: Client,
  servers: readonly ServerReport[],
  { note }: Invocation,
): void {
  for (const { name, status, message, listProblem, refusal } of servers) {
    const told = `${message}${refusalText(refusal)}`;
    if (status === "unavailable") note(`${name} is unavailable: ${told}`);
    else if (listProblem !== undefined) note(`${name}: ${told}`);
  }
  for (const { message } of [...client.collisions, ...client.quarantined]) note(message);
}
