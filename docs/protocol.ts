import { readFileSync } from "node:fs";
import { join } from "node:path";
import { relinkedRows, tablesOf, tableText } from "./markdown.ts";
import { type AtProbe, atInitialize, atProbe, judged, type Negotiated } from "./negotiations.ts";
import type { Regions } from "./regions.ts";
import { shortTranscript, transcripts, wholeTranscript } from "./transcripts.ts";

const readme = readFileSync(join(import.meta.dirname, "../packages/era/README.md"), "utf8");

/** What `protocol.md` has from the tests of negotiation and from the README that they pin. */
export async function protocolRegions(): Promise<Regions> {
  return new Map([
    ["rules", readmeTable("How it is decided")],
    ["at-probe", atProbeTable(await atProbe())],
    ["outcomes", outcomesTable()],
    ["at-initialize", atInitializeTable(await atInitialize())],
    ["reasons", readmeTable("Reasons")],
    ["policy", readmeTable("Policy")],
    ...[...transcripts.keys()].map(
      (name) => [name, name === "modern" ? wholeTranscript(name) : shortTranscript(name)] as const,
    ),
  ]);
}

function readmeTable(section: string): string {
  const table = tablesOf(readme).find((one) => one.section === section);
  if (table === undefined) throw new Error(`The README of era has no table "${section}".`);
  // The README leaves the cell of a member without a default empty, so to say.
  const rows = table.rows.map((row) => row.map((cell) => cell.replace(/^-+$/, "required")));
  return tableText(table.head, relinkedRows(rows, "packages/era", "docs"));
}

/** Rows that say the same become one, in the order of the first of them. */
function grouped<Row extends { readonly what: string }>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): readonly (readonly string[])[] {
  const groups = new Map<string, { readonly whats: string[]; readonly cells: readonly string[] }>();
  for (const row of rows) {
    const cells = cellsOf(row);
    const key = cells.join();
    const group = groups.get(key) ?? { whats: [], cells };
    groups.set(key, group);
    group.whats.push(row.what);
  }
  return [...groups.values()].map(({ whats, cells }) => [whats.join("; "), ...cells]);
}

function atProbeTable(rows: readonly AtProbe[]): string {
  const cells = ({ denied, allowed }: AtProbe): readonly string[] => [
    decision(denied),
    decision(allowed),
    sentOf(allowed),
  ];
  const head = ["the first probe is answered with", "not allowed", "allowed", "sent where allowed"];
  return tableText(head, grouped(rows, cells));
}

function atInitializeTable(rows: readonly (Negotiated & { readonly what: string })[]): string {
  const head = ["`initialize` is answered with", "decision", "sent"];
  return tableText(
    head,
    grouped(rows, (row) => [decision(row), sentOf(row)]),
  );
}

function outcomesTable(): string {
  const verdicts = grouped(judged(), ({ verdict, reason }) => [
    `\`${verdict}\``,
    reason === undefined ? "" : `\`${reason}\``,
  ]);
  return tableText(["outcome of the probe", "verdict", "reason"], verdicts);
}

function decision({ verdict, era, reason }: Negotiated): string {
  const what = verdict === "unavailable" && era === "modern" ? "unavailable, era modern" : verdict;
  return `${what}: \`${reason}\``;
}

/** Methods by the words for them; a second connection is said. */
function sentOf({ sent, opens }: Negotiated): string {
  const words = sent.map((method) => method.replace(/^.*\//, ""));
  return words.join(", ") + (opens > 1 ? `; ${opens} connections, one after the other` : "");
}
