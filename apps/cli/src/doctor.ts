import type { Client } from "@x/client";
import { doctorText } from "./doctor-text.js";
import type { ExitCode } from "./exit-code.js";
import { hearFaults } from "./heard-faults.js";
import type { Invocation } from "./invocation.js";
import { jsonDocument, jsonText } from "./json-document.js";
import { leftOut } from "./left-out.js";
import { exitCodeOf, noteLeftOut, serverReports } from "./server-report.js";
import type { Format } from "./server-settings.js";
import { noteIdlePatterns } from "./tool-filter.js";
import { withUnusable } from "./unusable.js";
import { type Answer, withClient } from "./with-client.js";

/** How much is said. */
export interface DoctorLine {
  readonly format: Format;
  /** On a terminal, what somebody needs at a glance, or all that was seen. */
  readonly detail: "glance" | "all";
  /** Whether it is said again and again: then a JSON document is one line. */
  readonly isWatching: boolean;
}

/** Starts every server and says of each what it is, or what is wrong and what to do. */
export function doctor(line: DoctorLine, invocation: Invocation): Promise<ExitCode> {
  const { format, detail, isWatching } = line;
  const { config, io, redaction, note } = invocation;
  noteLeftOut(invocation);
  for (const { name, ignoredKeys } of config.servers) {
    if (ignoredKeys.length > 0) note(`${name}: not read: ${ignoredKeys.join(", ")}.`);
  }
  const report = async (client: Client): Promise<Answer> => {
    const faultsOf = hearFaults(client, redaction.text);
    const opened = serverReports(await client.connect(), invocation).map((one) => {
      const faults = faultsOf(one.name);
      return faults.length === 0 ? one : { ...one, faults };
    });
    const servers = withUnusable(opened, invocation);
    noteIdlePatterns(client, invocation);
    const quarantined = leftOut(client, redaction);
    const exitCode = exitCodeOf(servers);
    if (format === "json") {
      const document = { servers, quarantined };
      const output = isWatching ? `${jsonText(document)}\n` : jsonDocument(document);
      return { output, exitCode };
    }
    if (io.screen === undefined || detail === "all") {
      return { output: doctorText(servers, quarantined), exitCode };
    }
    const { doctorScreen } = await import("./doctor-screen.js");
    return { output: doctorScreen(servers, quarantined, io.screen), exitCode };
  };
  return withClient(invocation, config.collision, report, { tellsUnusable: true });
}
