import type { Buffer } from "node:buffer";
import { resolve } from "node:path";
import { isJsonObject, type JsonObject } from "@x/wire";
import { CliError } from "./cli-error.js";
import { readNamed, tooLargeText } from "./named-file.js";
import { TRACE_FORMAT, TRACE_VERSION } from "./trace-format.js";

/** One line of a trace behind its first. */
export interface TraceLine {
  /** Counted from 1. */
  readonly line: number;
  /** What it says; nothing where it is damaged. */
  readonly value: JsonObject | undefined;
  /** Whether the file ends within it. */
  readonly isCut: boolean;
}

/** A trace that is being read. */
export interface OpenTrace {
  /** What its first line says. */
  readonly header: JsonObject;
  /** All others, one after the other: together they may have more characters than a string can. */
  readonly lines: Iterable<TraceLine>;
}

/** What is to be done with a trace. */
type Verb = "read" | "replay";

/** How a trace is opened. */
interface TraceReading {
  /** Absolute. */
  readonly cwd: string;
  readonly verb: Verb;
  /** Gives up where it goes off. */
  readonly signal: AbortSignal;
}

/** Larger traces are not read. */
const MOST_BYTES = 1_073_741_824;

/**
 * Opens a trace; a relative name is looked for in the working directory `cwd`.
 *
 * @throws CliError `trace_not_readable`, `invalid_trace`.
 */
export async function openTrace(
  file: string,
  { cwd, verb, signal }: TraceReading,
): Promise<OpenTrace> {
  const shown = JSON.stringify(file);
  const lines = linesIn(await contentOf(resolve(cwd, file), shown, signal));
  const first = lines.next().value;
  const { format, version } = first?.value ?? {};
  if (first !== undefined && first.value === undefined) {
    throw notATrace(shown, verb, "line 1 is no JSON object");
  }
  if (first?.value === undefined || format !== TRACE_FORMAT) {
    throw notATrace(shown, verb, "its first line does not say that it is one");
  }
  if (version !== TRACE_VERSION) {
    throw notATrace(
      shown,
      verb,
      `it is of version ${JSON.stringify(version)}, not ${TRACE_VERSION}`,
    );
  }
  return { header: first.value, lines };
}

/** The error for a file that is none that `--trace` writes. */
export function notATrace(shown: string, verb: Verb, why: string): CliError {
  return new CliError(`${shown} is no trace that x-mcp can ${verb}: ${why}. Record it anew.`, {
    code: "invalid_trace",
  });
}

async function contentOf(path: string, shown: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return await readNamed(path, { signal, mostBytes: MOST_BYTES });
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
    case "EFBIG":
      return `is ${tooLargeText(MOST_BYTES)}`;
    default:
      return `cannot be read (${code})`;
  }
}

const LF = 10;

function* linesIn(content: Buffer): Generator<TraceLine, undefined> {
  let line = 0;
  for (let start = 0; start < content.length; ) {
    const newline = content.indexOf(LF, start);
    const end = newline === -1 ? content.length : newline;
    const value = parsed(content.toString("utf8", start, end));
    start = end + 1;
    line += 1;
    yield { line, value: isJsonObject(value) ? value : undefined, isCut: newline === -1 };
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
