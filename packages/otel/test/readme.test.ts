import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { arrived, connected, type Seen } from "./support/seen.js";
import { modern, refusal } from "./support/server.js";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The rows of a section's table, without its head: the cells of each. */
function rows(section: string): readonly (readonly string[])[] {
  const text = README.split(`## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...text.matchAll(/^\| `([^`]+)`(.*)\|$/gm)].map(([, first = "", others = ""]) => [
    first,
    ...others
      .split("|")
      .slice(1)
      .map((cell) => cell.trim()),
  ]);
}

const METRICS = [
  "mcp.client.operation.duration",
  "x_mcp.connect.duration",
  "x_mcp.faults",
  "x_mcp.failures",
];

/** A client that has seen something of everything. */
async function everything(): Promise<Seen> {
  const notes = modern("notes", {
    "tools/call": (frame) => refusal(frame, 7),
  });
  const binding = { type: "http", url: "http://localhost:8080/mcp" } as const;
  const seen = await connected(
    { notes: { transport: { ...notes.transport, binding } } },
    {},
    { resourceUris: true },
  );
  await seen.client.callTool("search").catch(() => {});
  await seen.client.getPrompt("hello");
  await seen.client.readResource("notes", "file:///a");
  notes.peers[0]?.send("{");
  notes.peers[0]?.end();
  await arrived();
  await seen.client.close();
  return seen;
}

test("the README lists exactly the attributes that spans and durations have", async () => {
  const seen = await everything();
  const table = rows("Attributes");
  const told = (column: number): string[] =>
    table.flatMap(([name = "", ...cells]) => (cells[column] === "no" ? [] : [name]));
  const ofSpans = (await seen.spans()).flatMap(({ attributes }) => Object.keys(attributes));
  expect(told(0).sort()).toEqual([...new Set(ofSpans)].sort());
  const [operations, connects] = await Promise.all(METRICS.slice(0, 2).map((m) => seen.series(m)));
  const ofDurations = [...(operations ?? []), ...(connects ?? [])].flatMap(({ attributes }) =>
    Object.keys(attributes),
  );
  expect(told(1).sort()).toEqual([...new Set(ofDurations)].sort());
});

test("the README lists exactly the metrics, and each is there", async () => {
  const seen = await everything();
  expect(rows("Metrics").map(([name]) => name)).toEqual(METRICS);
  for (const metric of METRICS) expect(await seen.series(metric)).not.toEqual([]);
  expect((await seen.names()).sort()).toEqual([...METRICS].sort());
});
