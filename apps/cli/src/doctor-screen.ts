import { type Colours, colours } from "./colours.js";
import { beforeText } from "./doctor-text.js";
import type { LeftOut } from "./left-out.js";
import { oneLine, printable } from "./printable.js";
import { challengeText } from "./refusal-report.js";
import type { Screen } from "./screen.js";
import type { ServerReport } from "./server-report.js";
import { type Cell, tableText } from "./table-text.js";

const LONGEST = 1000;
/** Of what a process said last. */
const MOST_LINES = 4;
const MOST_LEFT_OUT = 5;

/**
 * The answer of `doctor` at a glance: a line a server, then of each that has something wrong what that is, and
 * what to do.
 */
export function doctorScreen(
  servers: readonly ServerReport[],
  quarantined: readonly LeftOut[],
  screen: Screen,
): string {
  if (servers.length === 0) return "";
  const paint = colours(screen);
  const table = tableText(
    servers.map((server) => line(server, paint)),
    screen,
  );
  const wrong = servers.flatMap((server) => details(server, paint));
  const left = quarantined
    .slice(0, MOST_LEFT_OUT)
    .map(({ message }) => [
      { text: "left out", paint: paint.yellow },
      { text: oneLine(message, LONGEST) },
    ]);
  const told = [...wrong, ...left];
  const more = quarantined.length > MOST_LEFT_OUT ? `, ${quarantined.length} left out` : "";
  const ready = servers.filter(({ status }) => status === "ready").length;
  const sum = `${ready} of ${servers.length} ready${more}. --verbose tells all that was seen.`;
  const below = told.length === 0 ? "" : `\n${tableText(told, screen)}`;
  return `${table}${below}\n${paint.dim(sum)}\n`;
}

function line(server: ServerReport, paint: Colours): readonly Cell[] {
  const { name, status, era, revision, reason, elapsedMs, tools, listProblem } = server;
  const isReady = status === "ready";
  const count = `${tools} ${tools === 1 ? "tool" : "tools"}${listProblem === undefined ? "" : ", not all"}`;
  return [
    mark(server, paint),
    { text: oneLine(name, LONGEST), paint: paint.bold },
    { text: revision === null ? era : `${era} ${revision}` },
    { text: `${elapsedMs} ms` },
    isReady ? { text: count } : { text: reason ?? status, paint: paint.red },
  ];
}

function mark({ status, listProblem, overlay, faults }: ServerReport, paint: Colours): Cell {
  if (status !== "ready") return { text: "✗", paint: paint.red };
  return listProblem === undefined && overlay === undefined && faults === undefined
    ? { text: "✓", paint: paint.green }
    : { text: "!", paint: paint.yellow };
}

/** What is wrong with one server; nothing where nothing is. */
function details(server: ServerReport, paint: Colours): readonly (readonly Cell[])[] {
  const { name, endpoint, before, status, message, listProblem, hint, overlay, refusal, evidence } =
    server;
  const { faults = [] } = server;
  const isWrong = status !== "ready" || listProblem !== undefined;
  if (!isWrong && overlay === undefined && before === undefined && faults.length === 0) return [];
  const rows: Cell[][] = [];
  const title: Cell = { text: oneLine(name, LONGEST), paint: paint.bold };
  const add = (text: string | undefined, how?: Colours["dim"]): void => {
    if (text === undefined || text === "") return;
    const cell = how === undefined ? { text } : { text, paint: how };
    rows.push([rows.length === 0 ? title : { text: "" }, cell]);
  };
  if (isWrong) add(oneLine(message, LONGEST));
  add(endpoint && oneLine(endpoint, LONGEST), paint.dim);
  add(before && `Before it was ${beforeText(before)}.`, paint.yellow);
  add(overlay && oneLine(overlay.message, LONGEST));
  for (const fault of faults) add(`Fault: ${oneLine(fault.message, LONGEST)}`);
  for (const one of refusal?.challenges ?? []) {
    add(oneLine(`It asks for: ${challengeText(one)}`, LONGEST));
  }
  const stderr = evidence.findLast((one) => (one.stderr ?? []).length > 0)?.stderr ?? [];
  for (const said of printable(stderr.join("\n")).split("\n").slice(-MOST_LINES)) {
    add(said.replaceAll("\t", "  "), paint.dim);
  }
  for (const one of [refusal?.hint, hint]) add(one && oneLine(one, LONGEST), paint.yellow);
  return rows;
}
