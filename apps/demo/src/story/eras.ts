import type { PeerReport } from "@x/client";
import { DEMO_SERVERS } from "../demo-servers.js";
import { frameLine } from "../frame-line.js";
import { methodsSent } from "../wire-log.js";
import type { Section } from "./section.js";

/** For each server: what was sent and received until its era was decided, and the decision. */
export function tellEras({ host, printer, expectations }: Section): void {
  printer.heading("1. Which protocol does each server speak?");
  const reports = new Map(host.client.peers.map((report) => [report.name, report]));
  for (const { name, purpose, expected } of DEMO_SERVERS) {
    const report = reports.get(name);
    const frames = host.wire.untilDecided(name);
    printer.line(`\n${name}, ${purpose} (process ${host.pids.get(name) ?? "not started"})`);
    for (const frame of frames) printer.frame(frame.direction, frameLine(frame));
    if (frames.at(-1)?.direction === "sent" && report?.state === "unavailable") {
      printer.frame("received", `no frame: ${report.evidence.at(-1)?.received}`);
    }
    printer.line(`  ${report?.message ?? "It did not say where it listens."}`);
    const { state, era, revision, reason, sent } = expected;
    expectations.equal(
      `${revision === null ? `${state}, era ${era}` : `${era}, revision ${revision}`}: ${reason}`,
      report && decisionOf(report),
      { state, era, revision, reason },
    );
    expectations.equal(`sent on the way: ${sent.join(", ")}`, methodsSent(frames), sent);
  }
}

function decisionOf({ state, era, revision, reason }: PeerReport): object {
  return { state, era, revision, reason };
}
