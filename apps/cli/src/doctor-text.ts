import type { Remembered } from "./era-memory.js";
import type { LeftOut } from "./left-out.js";
import { oneLine, printable } from "./printable.js";
import { challengeText } from "./refusal-report.js";
import type { ServerReport } from "./server-report.js";

const LONGEST = 1000;
const MOST_LINES = 20;
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
  const { name, endpoint, status, era, revision, reason, message, evidence, elapsedMs } = server;
  const rows: Row[] = [];
  if (endpoint !== undefined) rows.push(["endpoint", oneLine(endpoint, LONGEST)]);
  rows.push(["era", revision === null ? era : `${era}, revision ${revision}`]);
  if (status === "ready") rows.push(["tools", `${server.tools}`]);
  rows.push(["elapsed", `${elapsedMs} ms`], ["message", oneLine(message, LONGEST)]);
  if (server.before !== undefined)
    rows.push(["before", oneLine(beforeText(server.before), LONGEST)]);
  if (server.hint !== undefined) rows.push(["hint", oneLine(server.hint, LONGEST)]);
  if (server.overlay !== undefined)
    rows.push(["overlay", oneLine(server.overlay.message, LONGEST)]);
  rows.push(...refusalRows(server));
  const faults = server.faults?.map(({ message: said }) => oneLine(said, LONGEST)) ?? [];
  if (faults.length > 0) rows.push(["faults", ...faults]);
  if (status === "unavailable") {
    // The message says all that came back on opening.
    const isNew = ({ step }: Evidence): boolean => step !== "open" || reason !== "open_failed";
    rows.push(...evidence.filter(isNew).flatMap(evidenceRows));
  }
  const title = `${oneLine(name, LONGEST)}: ${status}`;
  const why = status === "ready" ? "" : ` (${reason ?? "no reason"})`;
  return `${title}${why}\n${rows.map(rowText).join("")}`;
}

/** What a server was that is something else now. */
export function beforeText({ era, revision, at }: Remembered): string {
  return `${era}, revision ${revision}, on ${at.slice(0, 10)}`;
}

function refusalRows({ refusal }: ServerReport): Row[] {
  if (refusal === undefined) return [];
  const { hint, challenges } = refusal;
  const asked = challenges.map((one) => oneLine(challengeText(one), LONGEST));
  return [
    ...(hint === undefined ? [] : [["hint", oneLine(hint, LONGEST)] as const]),
    ...(asked.length === 0 ? [] : [["asks for", ...asked] as const]),
  ];
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
