import { compareJson, isJsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Io } from "./io.js";
import { jsonDocument } from "./json-document.js";
import { oneLine } from "./printable.js";
import { nearestWord } from "./schema/nearest-word.js";
import type { Format } from "./server-settings.js";
import { eventText, idText, methodText } from "./trace-event-text.js";
import { openTrace } from "./trace-lines.js";
import { type Told, TraceStory, type Unanswered } from "./trace-story.js";

/** Which trace is shown, and what of it. */
export interface TraceView {
  readonly file: string;
  readonly format: Format;
  readonly server: string | undefined;
  readonly method: string | undefined;
  /** As JSON, or as a text where it is none. */
  readonly id: string | undefined;
}

const LONGEST_SERVER = 100;

/** Lines that are damaged, and told one by one. */
const MOST_DAMAGED = 20;

/** What a trace has, as far as it was asked for. */
interface Shown {
  readonly header: { readonly xMcpVersion: unknown; readonly command: unknown };
  readonly told: readonly Told[];
  readonly unanswered: readonly Unanswered[];
  /** Numbers of lines that say nothing that can be read. */
  readonly damaged: readonly number[];
  /** How many frames were not written down. */
  readonly dropped: number;
}

/** Prints what a trace tells: requests with their answers, times, eras and faults. */
export async function traceView(
  view: TraceView,
  { io, cwd }: { readonly io: Io; readonly cwd: string },
): Promise<ExitCode> {
  const shown = await shownOf(view, cwd, io.signal);
  if (view.format === "json") {
    io.stdout(jsonDocument(documentOf(shown)));
    return EXIT.ok;
  }
  const { told, unanswered, damaged, dropped } = shown;
  const names = [...told, ...unanswered].map(whoOf);
  const width = Math.max(0, ...new Set(names.map(({ length }) => length)));
  const lines = told.map((one) => eventText(one, whoOf(one).padEnd(width), io.screen?.columns));
  const waiting = unanswered.map((one) => unansweredText(one, whoOf(one).padEnd(width)));
  io.stdout([...lines, ...waiting].join(""));
  const file = JSON.stringify(view.file);
  for (const line of damaged.slice(0, MOST_DAMAGED)) {
    io.stderr(`${file}: line ${line} is damaged and not shown.\n`);
  }
  const more = damaged.length - MOST_DAMAGED;
  if (more > 0) io.stderr(`${file}: ${more} more lines are damaged.\n`);
  if (dropped > 0)
    io.stderr(`${file}: ${dropped} frames are missing: they were not written down.\n`);
  return EXIT.ok;
}

async function shownOf(view: TraceView, cwd: string, signal: AbortSignal): Promise<Shown> {
  const { header, lines } = await openTrace(view.file, { cwd, verb: "read", signal });
  const story = new TraceStory();
  const told: Told[] = [];
  const damaged: number[] = [];
  const servers = new Set<string>();
  let dropped = 0;
  for (const line of lines) {
    const missing = line.value?.["dropped"];
    if (typeof missing === "number") {
      dropped += missing;
      continue;
    }
    const one = story.next(line);
    if (one === undefined) {
      damaged.push(line.line);
      continue;
    }
    servers.add(one.server);
    if (isWanted(one, view)) told.push(one);
  }
  checkServer(view, [...servers]);
  const unanswered = story.unanswered().filter((one) => isWanted(one, view));
  const { xMcpVersion = null, command = null } = header;
  return { header: { xMcpVersion, command }, told, unanswered, damaged, dropped };
}

/** How a connection ended is not shown where one request or method is. */
function isWanted(
  one: { readonly server: string; readonly method?: string; readonly id?: unknown },
  { server, method, id }: TraceView,
): boolean {
  if (server !== undefined && one.server !== server) return false;
  if (method !== undefined && one.method !== method) return false;
  return (
    id === undefined ||
    (one.id !== undefined && idsOf(id).some((wanted) => compareJson(wanted, one.id) === 0))
  );
}

/** `7` may be the number and the text. */
function idsOf(typed: string): readonly unknown[] {
  const number = /^-?\d+$/.test(typed) ? [Number(typed)] : [];
  const quoted = /^"(.*)"$/s.exec(typed)?.[1];
  return [typed, ...number, ...(quoted === undefined ? [] : [quoted])];
}

function checkServer({ server, file }: TraceView, servers: readonly string[]): void {
  if (server === undefined || servers.includes(server)) return;
  const meant = nearestWord(server, servers);
  const hint =
    meant === undefined ? `It has ${servers.join(", ") || "none"}.` : `Did you mean ${meant}?`;
  throw new CliError(`${JSON.stringify(file)} has no server ${JSON.stringify(server)}. ${hint}`, {
    code: "unknown_server",
    about: { server },
  });
}

function whoOf({ server, connection }: Pick<Told, "server" | "connection">): string {
  return `${oneLine(server, LONGEST_SERVER)}#${connection}`;
}

function unansweredText(one: Unanswered, who: string): string {
  const { line, method, id, wasCancelled, direction } = one;
  const why = wasCancelled ? "cancelled, and not answered" : "never answered";
  const side = direction === "sent" ? "" : ", asked by the server";
  return `${" ".repeat(12)}  ${who}  -- ${methodText(method)} #${idText(id)} of line ${line}: ${why}${side}\n`;
}

function documentOf({ header, told, unanswered, damaged, dropped }: Shown): object {
  return {
    ...header,
    entries: told.map(({ holds, ...one }) => {
      const error = isJsonObject(holds) ? holds["error"] : undefined;
      const closed = one.kind === "end" && isJsonObject(holds) ? holds["closed"] : undefined;
      return {
        ...one,
        ...(isJsonObject(error) ? { errorCode: error["code"] } : {}),
        ...(closed === undefined ? {} : { closed }),
      };
    }),
    unanswered: unanswered.map(({ bytes: _bytes, ...one }) => one),
    damaged,
    dropped,
  };
}
