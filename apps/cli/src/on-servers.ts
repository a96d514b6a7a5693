import { clockFrom } from "@x/connection";
import { type Answers, loadAnswers, NO_ANSWERS } from "./answers-file.js";
import type { OnServers } from "./command.js";
import { type FileUse, refuseSameFiles } from "./distinct-files.js";
import type { EraMemory } from "./era-memory.js";
import type { ExitCode } from "./exit-code.js";
import { Input } from "./input.js";
import { type Invocation, invocationOf } from "./invocation.js";
import type { Io } from "./io.js";
import { loadConfig } from "./load-config.js";
import type { ServerSettings } from "./server-settings.js";
import type { StatusLine } from "./status-line.js";
import { Trace } from "./trace.js";
import { openTraceFile } from "./trace-file.js";

/** Where a command is run. */
export interface Place {
  /** Its name. */
  readonly command: string;
  readonly status: StatusLine;
  /** Absolute. */
  readonly cwd: string;
  /** Told as soon as it is known what not to show. */
  readonly onBegun: (invocation: Invocation) => void;
  /** Tells what keeps a run from its answer, where it is not the last one. */
  readonly onFailure: (error: unknown, layout: "line") => Promise<ExitCode>;
}

/**
 * Runs a command on the servers of its configuration; one that is run again until the signal goes off.
 *
 * @throws CliError and ConfigError for what it was given, before anything is started; what the command
 * rejects with.
 */
export async function onServers(job: OnServers, place: Place): Promise<ExitCode> {
  const { again } = job;
  if (again === undefined) return once(job, place);
  const { againAndAgain } = await import("./watch.js");
  return againAndAgain(() => once(job, place), { again, settings: job.settings, place });
}

async function once(job: OnServers, place: Place): Promise<ExitCode> {
  const { settings } = job;
  const { cwd, status } = place;
  const loaded = await loadConfig(settings.sources, { cwd, io: status.io });
  const answers = await answersOf(settings, cwd, status.io);
  const invocation = invocationOf(loaded, cwd, status.io, {
    status: status.show,
    limitMs: settings.limitMs,
    secrets: answers.secrets,
  });
  place.onBegun(invocation);
  noteSources(invocation, place);
  const asked = {
    ...invocation,
    input: inputOf(settings, answers, invocation),
    memory: await memoryOf(settings, invocation),
  };
  place.onBegun(asked);
  return traced(job, asked, place);
}

/** Says which files were found, and what of the overlay does not hold. */
function noteSources({ loaded, config, note }: Invocation, { command }: Place): void {
  if (loaded.isFound) note(`Servers from: ${config.files.join(", ")}.`);
  // These have it in their answer.
  if (command === "doctor" || command === "config") return;
  for (const { message } of loaded.notes) note(message);
}

async function answersOf({ input }: ServerSettings, cwd: string, io: Io): Promise<Answers> {
  return input?.answers === undefined ? NO_ANSWERS : loadAnswers(input.answers, cwd, io);
}

async function memoryOf(
  { isRemembered }: ServerSettings,
  { io, cwd, note }: Invocation,
): Promise<EraMemory | undefined> {
  const said = io.env["X_MCP_REMEMBER"];
  if (!(isRemembered ?? (said !== undefined && !["", "0", "false"].includes(said)))) {
    return undefined;
  }
  const { EraMemory } = await import("./era-memory.js");
  return EraMemory.open({ io, cwd }, note);
}

function inputOf(
  { input, format }: ServerSettings,
  answers: Answers,
  invocation: Invocation,
): Input | undefined {
  if (input === undefined) return undefined;
  const way = input.onInput ?? (invocation.io.isInteractive ? "ask" : "fail");
  return new Input({ way, answers, format }, invocation);
}

/** Does the work, and writes down what goes over the wire meanwhile where that is wanted. */
async function traced(
  { settings, run }: OnServers,
  invocation: Invocation,
  { command }: Place,
): Promise<ExitCode> {
  const { trace: file } = settings;
  const { cwd, redaction, note } = invocation;
  await refuseSameFiles(usesOf(settings, invocation), cwd);
  if (file === undefined) return run(invocation);
  const handle = await openTraceFile(file, cwd);
  const clock = clockFrom(globalThis);
  const trace = new Trace({ file, handle, command, redaction, clock, note });
  try {
    return await run({ ...invocation, trace });
  } finally {
    await trace.close();
  }
}

/** The files of a run. */
function usesOf(
  { trace, output, input }: ServerSettings,
  { config, loaded }: Pick<Invocation, "config" | "loaded">,
): readonly FileUse[] {
  // A server of the command line stands in no file.
  const { overlay } = loaded;
  const configs = overlay === undefined ? [] : [...config.files, overlay.file];
  const uses = [
    { by: "the configuration", files: configs, isWritten: false },
    { by: "--answers", files: [input?.answers], isWritten: false },
    { by: "--trace", files: [trace], isWritten: true },
    { by: "--output", files: [output], isWritten: true },
  ] as const;
  return uses.flatMap(({ files, ...use }) =>
    files.flatMap((file) => (file === undefined ? [] : [{ ...use, file }])),
  );
}
