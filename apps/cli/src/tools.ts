import type { Client } from "@x/client";
import type { Entry } from "@x/registry";
import type { Format } from "./command-line.js";
import type { ExitCode } from "./exit-code.js";
import { leftOut } from "./left-out.js";
import { jsonDocument } from "./printable.js";
import type { Redaction } from "./redaction.js";
import { exitCodeOf, noteLeftOut, type ServerReport, serverReports } from "./server-report.js";
import type { Session } from "./session.js";
import { noteIdlePatterns } from "./tool-filter.js";
import { type ToolReport, toolsText } from "./tools-text.js";
import { withClient } from "./with-client.js";

/** Starts every server and lists their tools under their canonical names. */
export function tools(session: Session, format: Format): Promise<ExitCode> {
  noteLeftOut(session);
  return withClient(session, session.config.collision, async (client) => {
    const servers = serverReports(await client.connect(), session);
    noteIdlePatterns(client, session);
    const listed = client.tools.map((entry) => toolReport(entry, session.redaction));
    const exitCode = exitCodeOf(servers);
    if (format === "text") {
      noteProblems(client, servers, session);
      return { output: toolsText(listed), exitCode };
    }
    const collisions = client.collisions.map(({ local, holder, peer, canonical, message }) => ({
      localName: session.redaction.structure(local),
      holder,
      server: peer,
      name: session.redaction.structure(canonical ?? null),
      message: session.redaction.text(message),
    }));
    const quarantined = leftOut(client, session.redaction);
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
function noteProblems(client: Client, servers: readonly ServerReport[], { note }: Session): void {
  for (const { name, status, message, listProblem } of servers) {
    if (status === "unavailable") note(`${name} is unavailable: ${message}`);
    else if (listProblem !== undefined) note(`${name}: ${message}`);
  }
  for (const { message } of [...client.collisions, ...client.quarantined]) note(message);
}
