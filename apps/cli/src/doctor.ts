import { doctorText } from "./doctor-text.js";
import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { leftOut } from "./left-out.js";
import { exitCodeOf, noteLeftOut, serverReports } from "./server-report.js";
import type { Format } from "./server-settings.js";
import { noteIdlePatterns } from "./tool-filter.js";
import { withClient } from "./with-client.js";

/** Starts every server and says of each what it is, or what is wrong and what to do. */
export function doctor(invocation: Invocation, format: Format): Promise<ExitCode> {
  const { config, redaction, note } = invocation;
  noteLeftOut(invocation);
  for (const { name, ignoredKeys } of config.servers) {
    if (ignoredKeys.length > 0) note(`${name}: not read: ${ignoredKeys.join(", ")}.`);
  }
  return withClient(invocation, config.collision, async (client) => {
    const servers = serverReports(await client.connect(), invocation);
    noteIdlePatterns(client, invocation);
    const quarantined = leftOut(client, redaction);
    const output =
      format === "json" ? jsonDocument({ servers, quarantined }) : doctorText(servers, quarantined);
    return { output, exitCode: exitCodeOf(servers) };
  });
}
