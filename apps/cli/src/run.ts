import { resolve } from "node:path";
import { clockFrom } from "@x/connection";
import { type Answers, loadAnswers, NO_ANSWERS } from "./answers-file.js";
import { call } from "./call.js";
import { CliError } from "./cli-error.js";
import { type CommandLine, parseCommandLine } from "./command-line.js";
import { doctor } from "./doctor.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { exitCodeOfError, failureText } from "./failure.js";
import { Input } from "./input.js";
import { inputRequiredDocument } from "./input-required.js";
import { type Invocation, invocationOf } from "./invocation.js";
import type { Io } from "./io.js";
import { listen } from "./listen.js";
import { loadConfig } from "./load-config.js";
import { printable } from "./printable.js";
import { prompt } from "./prompt.js";
import { prompts } from "./prompts.js";
import { read } from "./read.js";
import { replay } from "./replay.js";
import { resources } from "./resources.js";
import { statusLine } from "./status-line.js";
import { tools } from "./tools.js";
import { Trace } from "./trace.js";
import { openTraceFile } from "./trace-file.js";
import { HELP } from "./usage.js";
import { VERSION } from "./version.js";
import type { WorkLine } from "./work-line.js";

/**
 * Runs the program once and gives its exit code. Never rejects.
 *
 * When it settles nothing that it started is left, also where `io.signal` was set off; then nothing
 * more is printed, and the code is `ok` where no answer had been printed.
 */
export async function run(argv: readonly string[], around: Io): Promise<ExitCode> {
  const status = statusLine(around, clockFrom(globalThis));
  const { io } = status;
  let line: CommandLine | undefined;
  let invocation: Invocation | undefined;
  try {
    line = parseCommandLine(argv);
    if (line.command === "help") return print(HELP, io);
    if (line.command === "version") return print(`${VERSION}\n`, io);
    const cwd = workingDirectory(io);
    if (line.command === "replay") return await replay(line, { io, cwd });
    const config = await loadConfig(line.config, { cwd, env: io.env });
    const answers = await answersOf(line, cwd);
    const { limitMs } = line;
    const { secrets } = answers;
    invocation = invocationOf(config, cwd, io, { status: status.show, limitMs, secrets });
    invocation = { ...invocation, input: inputOf(line, answers, invocation) };
    return await traced(line, invocation);
  } catch (error) {
    const hide = invocation?.redaction.text ?? ((text) => text);
    if (io.signal.aborted) return EXIT.ok;
    const isJson = line !== undefined && "format" in line && line.format === "json";
    const document =
      isJson && invocation !== undefined ? inputRequiredDocument(error, invocation) : undefined;
    if (document !== undefined) io.stdout(document);
    io.stderr(`${printable(failureText(error, hide))}\n`);
    return exitCodeOfError(error);
  } finally {
    status.clear();
  }
}

function print(text: string, io: Io): ExitCode {
  io.stdout(text);
  return EXIT.ok;
}

function workingDirectory({ cwd }: Io): string {
  try {
    return cwd();
  } catch (cause) {
    throw new CliError("The working directory is not there any more. Change to one that is.", {
      code: "no_working_directory",
      cause,
    });
  }
}

async function answersOf(line: WorkLine, cwd: string): Promise<Answers> {
  const file = "answers" in line ? line.answers : undefined;
  return file === undefined ? NO_ANSWERS : loadAnswers(file, cwd);
}

function inputOf(line: WorkLine, answers: Answers, invocation: Invocation): Input | undefined {
  if (!("onInput" in line)) return undefined;
  const way = line.onInput ?? (invocation.io.isInteractive ? "ask" : "fail");
  return new Input({ way, answers, format: line.format }, invocation);
}

/** Does the work, and writes down what goes over the wire meanwhile where that is wanted. */
async function traced(line: WorkLine, invocation: Invocation): Promise<ExitCode> {
  const { command, trace: file } = line;
  if (file === undefined) return work(line, invocation);
  const { cwd, config, redaction, note } = invocation;
  const handle = await openTraceFile(file, { cwd, config: resolve(cwd, config.file) });
  const clock = clockFrom(globalThis);
  const trace = new Trace({ file, handle, command, redaction, clock, note });
  try {
    return await work(line, { ...invocation, trace });
  } finally {
    await trace.close();
  }
}

function work(line: WorkLine, invocation: Invocation): Promise<ExitCode> {
  switch (line.command) {
    case "doctor":
      return doctor(invocation, line.format);
    case "tools":
      return tools(invocation, line.format);
    case "call":
      return call(line, invocation);
    case "resources":
      return resources(line, invocation);
    case "read":
      return read(line, invocation);
    case "prompts":
      return prompts(line, invocation);
    case "prompt":
      return prompt(line, invocation);
    case "listen":
      return listen(line, invocation);
  }
}
