import { addAbortSignal } from "node:stream";
import { type Incoming, LineDecoder } from "@x/wire";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Io } from "./io.js";
import { jsonText } from "./json-document.js";
import { oneLine } from "./printable.js";
import { loadRecording } from "./recording.js";
import { scriptOf } from "./replay-script.js";
import { Replayed } from "./replayed.js";

/** What is replayed. */
export interface ReplayLine {
  readonly file: string;
  /** Which server of the trace to be; nothing where there is only one. */
  readonly server: string | undefined;
}

const LONGEST = 4000;

/**
 * Is the server that a trace recorded, on stdin and stdout, until its client closes stdin or the recorded
 * connection ended. Nothing but frames goes to stdout.
 *
 * @throws CliError `trace_not_readable`, `invalid_trace`, `unknown_server`.
 */
export async function replay(
  { file, server }: ReplayLine,
  { io, cwd }: { readonly io: Io; readonly cwd: string },
): Promise<ExitCode> {
  const note = (text: string): void => io.stderr(`${oneLine(text, LONGEST)}\n`);
  const { recording, dropped } = await loadRecording(file, {
    cwd,
    server,
    note,
    signal: io.signal,
  });
  if (dropped > 0) {
    note(`${dropped} frames are missing in the trace; what they answered is not answered here.`);
  }
  const replayed = new Replayed(scriptOf(recording));
  const decoder = new LineDecoder();
  const stdin = addAbortSignal(io.signal, io.stdin());
  for await (const chunk of stdin) {
    const incoming = decoder.push(chunk);
    for (const one of incoming) if (answer(one, { replayed, io, note }) === "end") return EXIT.ok;
  }
  return EXIT.ok;
}

/** Says what there is to say to one frame of the client, and whether the connection is over then. */
function answer(
  one: Incoming,
  {
    replayed,
    io,
    note,
  }: { readonly replayed: Replayed; readonly io: Io; readonly note: (text: string) => void },
): "end" | "go on" {
  if (one.type === "invalid" || one.type === "too_large") {
    const why = one.type === "invalid" ? one.detail : `it has ${one.sizeBytes} bytes.`;
    note(`The client sent something that is no message: ${why}`);
  }
  if (one.type !== "request") return "go on";
  const { frames, ends, missing } = replayed.answer(one.message);
  if (missing !== undefined) note(missing);
  // In one piece, so that a reader sees them in one turn as it did when they were recorded.
  const text = frames.map((frame) => (typeof frame === "string" ? frame : jsonText(frame)));
  if (text.length > 0) io.stdout(text.map((line) => `${line}\n`).join(""));
  return ends ? "end" : "go on";
}
