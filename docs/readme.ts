import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tablesOf, tableText } from "./markdown.ts";
import type { Regions } from "./regions.ts";
import { shortTranscript } from "./transcripts.ts";

/** What the root README has from the tests' transcripts, and from the guide for hosts. */
export function readmeRegions(): Regions {
  return new Map([
    ["modern", shortTranscript("modern")],
    ["legacy", shortTranscript("legacy")],
    ["which", whichLayer()],
  ]);
}

function whichLayer(): string {
  const guide = readFileSync(join(import.meta.dirname, "hosts.md"), "utf8");
  const table = tablesOf(guide).find(({ section }) => section === "Which packages");
  if (table === undefined) throw new Error("hosts.md does not say which packages to take.");
  return tableText(table.head, table.rows);
}
