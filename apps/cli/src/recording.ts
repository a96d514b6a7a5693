import type { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { closest } from "./closest.js";
import { TRACE_FORMAT, TRACE_VERSION } from "./trace-format.js";

/** One line of a trace that is about a server. */
export type Recorded = { readonly connection: number } & (
  | { readonly type: "sent" | "received"; readonly message: JsonObject }
  /** A frame that is no message. */
  | { readonly type: "received"; readonly text: string }
  /** The connection ended; `how` is `local` where the client closed it. */
  | { readonly type: "closed"; readonly how: string }
);

/** What a trace has of one server, in order. */
export interface Recording {
  readonly recording: readonly Recorded[];
  /** How many frames are not in the trace, of whichever server. */
  readonly dropped: number;
}

/** Which part of a trace is wanted, and where remarks go. */
export interface Wanted {
  /** Absolute. */
  readonly cwd: string;
  /** May be left out where the trace has a single one. */
  readonly server: string | undefined;
  readonly note: (text: string) => void;
}

/**
 * Reads what a trace has of one server.
 *
 * @throws CliError `trace_not_readable`, `invalid_trace`, `unknown_server`.
 */
export async function loadRecording(
  file: string,
  { cwd, server, note }: Wanted,
): Promise<Recording> {
  const shown = JSON.stringify(file);
  const values = valuesIn(await contentOf(resolve(cwd, file), shown), shown, note);
  checkHeader(values.next().value, shown);
  const of = new Map<string, Recorded[]>();
  let dropped = 0;
  for (const { value, line } of values) {
    if (typeof value["dropped"] === "number") {
      dropped += value["dropped"];
      continue;
    }
    const { server: name } = value;
    const recorded = recordedIn(value);
    if (typeof name !== "string" || recorded === undefined) {
      throw invalid(shown, `line ${line} is none that --trace writes`);
    }
    const all = of.get(name) ?? [];
    all.push(recorded);
    of.set(name, all);
  }
  return { recording: chosen(of, server, shown), dropped };
}

interface Line {
  readonly value: JsonObject;
  /** Counted from 1. */
  readonly line: number;
}

async function contentOf(path: string, shown: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliError(`The trace ${shown} ${flaw(cause)}.`, { code: "trace_not_readable", cause });
  }
}

function flaw(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
      return "does not exist; --trace FILE makes one";
    case "EISDIR":
      return "is a directory; name a file";
    case "EACCES":
    case "EPERM":
      return "may not be read; it belongs to whoever made it";
    default:
      return `cannot be read (${code})`;
  }
}

/** The lines of a file, one after the other: together they may have more characters than a string can. */
function* valuesIn(
  content: Buffer,
  shown: string,
  note: Wanted["note"],
): Generator<Line, undefined> {
  let line = 0;
  for (let start = 0; start < content.length; ) {
    const newline = content.indexOf(LF, start);
    const end = newline === -1 ? content.length : newline;
    const text = content.toString("utf8", start, end);
    start = end + 1;
    line += 1;
    const value = parsed(text);
    if (isJsonObject(value)) yield { value, line };
    else if (newline === -1 && line > 1) note(`The last line of ${shown} is cut and not used.`);
    else throw invalid(shown, `line ${line} is no JSON object`);
  }
  return undefined;
}

const LF = 10;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkHeader(first: Line | undefined, shown: string): void {
  const { format, version } = first?.value ?? {};
  if (format !== TRACE_FORMAT) throw invalid(shown, "its first line does not say that it is one");
  if (version === TRACE_VERSION) return;
  throw invalid(shown, `it is of version ${JSON.stringify(version)}, not ${TRACE_VERSION}`);
}

function invalid(shown: string, why: string): CliError {
  return new CliError(`${shown} is no trace that x-mcp can replay: ${why}. Record it anew.`, {
    code: "invalid_trace",
  });
}

function recordedIn(value: JsonObject): Recorded | undefined {
  const { connection, direction, message, text, closed: how } = value;
  if (typeof connection !== "number") return undefined;
  if (typeof how === "string") return { type: "closed", connection, how };
  if (direction !== "sent" && direction !== "received") return undefined;
  if (isJsonObject(message)) return { type: direction, connection, message };
  // JSON that is no object is as little a message as what is no JSON.
  const line = typeof text === "string" ? text : JSON.stringify(message);
  if (direction === "sent" || line === undefined) return undefined;
  return { type: "received", connection, text: line.replaceAll(/[\r\n]+/g, " ") };
}

function chosen(
  of: ReadonlyMap<string, readonly Recorded[]>,
  server: string | undefined,
  shown: string,
): readonly Recorded[] {
  const names = [...of.keys()];
  const [first] = names;
  if (first === undefined) throw invalid(shown, "no server was spoken to");
  if (server === undefined && names.length > 1) {
    const message = `${shown} has several servers. Say which one to be: --server with one of ${names.join(", ")}.`;
    throw new CliError(message, { code: "unknown_server" });
  }
  const recording = of.get(server ?? first);
  if (recording !== undefined) return recording;
  const meant = closest(server ?? "", names);
  const hint = meant === undefined ? `It has ${names.join(", ")}.` : `Did you mean ${meant}?`;
  throw new CliError(`${shown} has no server ${JSON.stringify(server)}. ${hint}`, {
    code: "unknown_server",
  });
}
