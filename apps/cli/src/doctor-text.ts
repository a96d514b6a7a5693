import type { LeftOut } from "./left-out.js";
import { oneLine, printable } from "./printable.js";
import type { ServerReport } from "./server-report.js";
import { HTTP_NOT_SUPPORTED } from "./server-transport.js";

const LONGEST = 1000;
const MOST_LINES = 20;
/** Reasons whose message says all that came back on opening. */
const SAID_BY_MESSAGE: readonly (string | null)[] = ["open_failed", HTTP_NOT_SUPPORTED];

type Evidence = ServerReport["evidence"][number];

/** A key, and the lines to its right. */
type Row = readonly [key: string, ...lines: readonly string[]];

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
  const rows: Row[] = [["era", revision === null ? era : `${era}, revision ${revision}`]];
  if (status === "ready") rows.push(["tools", `${tools}`]);
  rows.push(["elapsed", `${elapsedMs} ms`], ["message", oneLine(message, LONGEST)]);
  if (status === "unavailable") {
    const isNew = ({ step }: Evidence): boolean =>
      step !== "open" || !SAID_BY_MESSAGE.includes(reason);
    rows.push(...evidence.filter(isNew).flatMap(evidenceRows));
  }
  const title = `${oneLine(name, LONGEST)}: ${status}`;
  const why = status === "ready" ? "" : ` (${reason ?? "no reason"})`;
  return `${title}${why}\n${rows.map(rowText).join("")}`;
}

function evidenceRows({ step, sent, received, atMs, stderr = [] }: Evidence): Row[] {
  const what: Row = ["evidence", oneLine(`${atMs} ms: ${sent ?? step} -> ${received}`, LONGEST)];
  // A line keeps its indentation, and stays one that is the server's, whatever it has in it.
  const said = printable(stderr.join("\n")).split("\n").slice(-MOST_LINES);
  return stderr.length === 0 ? [what] : [what, ["stderr", ...said]];
}

function rowText([key, ...lines]: Row): string {
  return lines
    .map((line, index) => `  ${(index === 0 ? key : "").padEnd(8)}  ${line}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}
