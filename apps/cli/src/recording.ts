import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { closest } from "./closest.js";
import { notATrace, openTrace } from "./trace-lines.js";

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
  /** Gives up where it goes off. */
  readonly signal: AbortSignal;
}

/**
 * Reads what a trace has of one server.
 *
 * @throws CliError `trace_not_readable`, `invalid_trace`, `unknown_server`.
 */
export async function loadRecording(
  file: string,
  { cwd, server, note, signal }: Wanted,
): Promise<Recording> {
  const shown = JSON.stringify(file);
  const { lines } = await openTrace(file, { cwd, verb: "replay", signal });
  const of = new Map<string, Recorded[]>();
  let dropped = 0;
  for (const { value, line, isCut } of lines) {
    if (value === undefined) {
      if (!isCut) throw invalid(shown, `line ${line} is no JSON object`);
      note(`The last line of ${shown} is cut and not used.`);
      continue;
    }
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

function invalid(shown: string, why: string): CliError {
  return notATrace(shown, "replay", why);
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
