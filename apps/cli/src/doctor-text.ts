import type { LeftOut } from "./left-out.js";
import { oneLine } from "./printable.js";
import type { ServerReport } from "./server-report.js";

/** The answer of `doctor` for people: a block a server, then what was left out. */
export function doctorText(
  servers: readonly ServerReport[],
  quarantined: readonly LeftOut[],
): string {
  const blocks = servers.map(block);
  if (quarantined.length > 0) {
    const lines = quarantined.map(({ message }) => `  - ${oneLine(message, 500)}`);
    blocks.push(`Left out:\n${lines.join("\n")}\n`);
  }
  return blocks.join("\n");
}

function block(server: ServerReport): string {
  const { name, status, era, revision, reason, message, evidence, elapsedMs, tools } = server;
  const rows: [string, string][] = [
    ["era", revision === null ? era : `${era}, revision ${revision}`],
  ];
  if (status === "ready") rows.push(["tools", `${tools}`]);
  rows.push(["elapsed", `${elapsedMs} ms`], ["message", message]);
  if (status === "unavailable") {
    for (const { step, sent, received, atMs } of evidence) {
      rows.push(["evidence", `${atMs} ms: ${sent ?? step} -> ${received}`]);
    }
  }
  const title = `${name}: ${status}${status === "ready" ? "" : ` (${reason ?? "no reason"})`}`;
  return `${title}\n${rows.map(([key, value]) => `  ${key.padEnd(8)}  ${oneLine(value, 1000)}\n`).join("")}`;
}
