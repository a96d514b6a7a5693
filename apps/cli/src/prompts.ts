import type { ExitCode } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument } from "./json-document.js";
import { mergeReport, noteProblems } from "./merge-report.js";
import { promptReport, promptRows } from "./prompts-text.js";
import { rowsText } from "./rows-text.js";
import { exitCodeOf, noteLeftOut, serverReports } from "./server-report.js";
import type { Format } from "./server-settings.js";
import { connectOptions } from "./time-limit.js";
import { withUnusable } from "./unusable.js";
import { withClient } from "./with-client.js";

/** Starts every server and lists their prompts under their canonical names. */
export function prompts(invocation: Invocation, format: Format): Promise<ExitCode> {
  const { config, io, redaction } = invocation;
  noteLeftOut(invocation);
  return withClient(invocation, config.collision, async (client) => {
    const peers = await client.connect(connectOptions(invocation));
    const opened = serverReports(peers, invocation, ["prompts"]);
    const servers = withUnusable(opened, invocation);
    const listed = client.prompts.map((entry) => promptReport(entry, redaction));
    const exitCode = exitCodeOf(servers);
    if (format === "text") {
      noteProblems(client, "prompt", servers, invocation);
      return { output: await rowsText(promptRows(listed), io.screen), exitCode };
    }
    const merged = mergeReport(client, "prompt", redaction);
    return { output: jsonDocument({ prompts: listed, ...merged, servers }), exitCode };
  });
}
