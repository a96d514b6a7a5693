import { spawn as spawnProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import process from "node:process";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { spawn } from "@lydell/node-pty";
import { run } from "../../src/run.js";
import { serverTransport } from "../../src/server-transport.js";
import { terminalLines } from "../../src/terminal-lines.js";
import { MAIN } from "../support/x-mcp.js";
import { withoutHaste, withPlaceholders } from "./placeholders.js";
import { shownOf } from "./screen-text.js";
import { type Keys, shellWords, type Transcript } from "./transcript.js";
import type { Workspace } from "./workspace.js";

/** How long a run may take, in milliseconds, before it is ended and fails. */
const LONGEST_MS = 30_000;

/**
 * Runs what a transcript has and gives what came of it, with placeholders: on a terminal the built program, and
 * otherwise the same program within this process.
 */
export async function outcomeOf(transcript: Transcript, place: Workspace): Promise<string> {
  const { variables, words } = commandOf(transcript.command);
  const env = { ...place.env, ...variables };
  if (transcript.terminal !== undefined) return onTerminal(words, env, transcript, place);
  const at = words.indexOf(">");
  return at === -1
    ? inPipe(words, env, transcript, place)
    : intoFile(words.slice(0, at), words[at + 1] ?? "", env, place);
}

function commandOf(command: string): {
  readonly variables: Readonly<Record<string, string>>;
  readonly words: readonly string[];
} {
  const words = shellWords(command);
  const at = words.indexOf("x-mcp");
  if (at === -1) throw new Error(`${command} does not run x-mcp.`);
  const variables = words.slice(0, at).map((word) => word.split("=", 2) as [string, string]);
  return { variables: Object.fromEntries(variables), words: words.slice(at + 1) };
}

type Env = Readonly<Record<string, string>>;

async function inPipe(
  words: readonly string[],
  env: Env,
  { stdin }: Transcript,
  { path, known }: Workspace,
): Promise<string> {
  let stdout = "";
  let stderr = "";
  const toStderr = (text: string): void => {
    stderr += text;
  };
  const input = Readable.from(stdin.length === 0 ? [] : [Buffer.from(`${stdin.join("\n")}\n`)]);
  const { line, secret, close } = terminalLines({
    stdin: input,
    stderr: new Writable({
      write: (chunk, _encoding, done) => {
        toStderr(String(chunk));
        done();
      },
    }),
    interrupt: () => {},
  });
  const code = await run(words, {
    stdin: () => input,
    stdout: (text) => {
      stdout += text;
    },
    stdoutIsTerminal: false,
    screen: undefined,
    stderr: toStderr,
    line,
    secret,
    isInteractive: false,
    stderrColumns: () => undefined,
    env,
    home: env["HOME"] ?? "",
    cwd: () => path,
    transport: serverTransport,
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  close();
  const printed = marked(withPlaceholders(stdout, known), "  ");
  const told = marked(withoutHaste(withPlaceholders(stderr, known)), "! ");
  return [...printed, ...told, `exit ${code}`].join("\n");
}

/** Runs the built program with stdout in a file. */
async function intoFile(
  words: readonly string[],
  file: string,
  env: Env,
  { path, known }: Workspace,
): Promise<string> {
  const out = openSync(file, "w");
  const child = spawnProcess(process.execPath, [MAIN, ...words], {
    cwd: path,
    env,
    stdio: ["ignore", out, "pipe"],
    timeout: LONGEST_MS,
  });
  closeSync(out);
  const told = child.stderr === null ? "" : text(child.stderr);
  const [stderr, [code]] = await Promise.all([told, once(child, "close")]);
  return [...marked(withPlaceholders(stderr, known), "! "), `exit ${code}`].join("\n");
}

/** Lines behind a mark; a last one without its line end says so. */
function marked(text: string, mark: string): readonly string[] {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n");
  const all = lines.map((line) => `${mark}${line}`.trimEnd());
  return text.endsWith("\n") ? all : [...all, "(no line end)"];
}

async function onTerminal(
  words: readonly string[],
  env: Env,
  { terminal, keys }: Transcript,
  { path, known }: Workspace,
): Promise<string> {
  const { columns = 80, rows = 24 } = terminal ?? {};
  const pty = spawn(process.execPath, [MAIN, ...words], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd: path,
    env: { TERM: "xterm-256color", ...env },
  });
  let written = "";
  const typist = typing(keys, (text) => pty.write(text));
  pty.onData((text) => {
    written += text;
    typist(written);
  });
  const timer = setTimeout(() => pty.kill("SIGKILL"), LONGEST_MS);
  const { exitCode } = await new Promise<{ exitCode: number }>((resolve) => pty.onExit(resolve));
  clearTimeout(timer);
  // A terminal shows by itself that ctrl-C was typed, and when it does so is chance.
  const {
    passing,
    lines,
    rows: taken,
  } = shownOf(withoutHaste(written.replaceAll("^C", "")), columns);
  const name = (text: string): string => withPlaceholders(text, known);
  const stays = name(lines.map(({ text }) => text).join("\n")).split("\n");
  const marked = stays.map((text, at) => `${lines[at]?.isBroken ? "+" : "|"} ${text}`.trimEnd());
  return [
    ...passing.map((text) => `~ ${name(text)}`),
    ...marked.slice(0, lines.length),
    ...(taken >= rows ? [`(${taken} rows, more than the terminal has)`] : []),
    `exit ${exitCode}`,
  ].join("\n");
}

/** Types what is to be typed as soon as what it waits for is there, one after the other. */
function typing(keys: readonly Keys[], type: (text: string) => void): (written: string) => void {
  const left = [...keys];
  let seen = 0;
  return (written) => {
    const [next] = left;
    const at = next === undefined ? -1 : written.indexOf(next.after, seen);
    if (next === undefined || at === -1) return;
    seen = at + next.after.length;
    left.shift();
    type(next.type);
  };
}
