import type { Entry } from "@x/registry";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { mergeReport, noteProblems } from "./merge-report.js";
import type { Redaction } from "./redaction.js";
import { exitCodeOf, noteLeftOut, serverReports } from "./server-report.js";
import type { Format } from "./server-settings.js";
import { connectOptions } from "./time-limit.js";
import { noteIdlePatterns } from "./tool-filter.js";
import { type ToolReport, toolsText } from "./tools-text.js";
import { withClient } from "./with-client.js";

/** Starts every server and lists their tools under their canonical names. */
export function tools(invocation: Invocation, format: Format): Promise<ExitCode> {
  noteLeftOut(invocation);
  return withClient(invocation, invocation.config.collision, async (client) => {
    const servers = serverReports(await client.connect(connectOptions(invocation)), invocation, [
      "tools",
    ]);
    noteIdlePatterns(client, invocation);
    const listed = client.tools.map((entry) => toolReport(entry, invocation.redaction));
    const exitCode = exitCodeOf(servers);
    if (format === "text") {
      noteProblems(client, "tool", servers, invocation);
      return { output: toolsText(listed), exitCode };
    }
    const { collisions, quarantined } = mergeReport(client, "tool", invocation.redaction);
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
