import "./core.js";
import { homedir } from "node:os";
import { isatty } from "node:tty";
import { INTERRUPTED } from "./exit-code.js";
import { run } from "./run.js";
import { screenOf } from "./screen.js";
import type { TerminalLines } from "./terminal-lines.js";

// The standard streams are taken where they are needed: each takes its time to be made. For the same reason nothing
// here imports `node:process`, which makes all three.

/** Where a terminal does not say how wide it is. */
const USUAL_COLUMNS = 80;

const controller = new AbortController();
let interrupted: number | undefined;
for (const [signal, code] of Object.entries(INTERRUPTED)) {
  process.on(signal, () => {
    // A second one changes nothing: what was started is being ended, which takes seconds at most.
    interrupted ??= code;
    controller.abort();
  });
}

let broken = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Nobody hears what is still to come.
  controller.abort();
  // Whoever read the answer has read enough (`x-mcp tools | head`).
  if (error.code === "EPIPE") return;
  broken = true;
  process.exitCode = 1;
  stderr().write(`x-mcp: The answer cannot be written: ${error.message}.\n`);
});

let isStderrHeard = false;
function stderr(): typeof process.stderr {
  // There is nobody left to tell.
  if (!isStderrHeard) process.stderr.on("error", () => {});
  isStderrHeard = true;
  return process.stderr;
}

let asked: Promise<TerminalLines> | undefined;
async function lines(): Promise<TerminalLines> {
  const { terminalLines } = await import("./terminal-lines.js");
  return terminalLines({
    stdin: process.stdin,
    stderr: stderr(),
    interrupt: () => process.kill(process.pid, "SIGINT"),
  });
}

const isStderrTerminal = isatty(2);
const code = await run(process.argv.slice(2), {
  stdin: () => process.stdin,
  stdout: (text) => process.stdout.write(text),
  stdoutIsTerminal: process.stdout.isTTY === true,
  screen: screenOf(process.env, process.stdout),
  stderr: (text) => stderr().write(text),
  line: async (...question) => {
    asked ??= lines();
    return (await asked).line(...question);
  },
  secret: async (...question) => {
    asked ??= lines();
    return (await asked).secret(...question);
  },
  isInteractive: isatty(0) && isStderrTerminal,
  stderrColumns: () =>
    isStderrTerminal && process.env["TERM"] !== "dumb"
      ? stderr().columns || USUAL_COLUMNS
      : undefined,
  env: process.env,
  home: homedir(),
  cwd: () => process.cwd(),
  transport: async (...server) =>
    (await import("./server-transport.js")).serverTransport(...server),
  signal: controller.signal,
});
if (asked !== undefined) (await asked).close();
// Not `exit()`: what is still on its way into a pipe would be cut off.
process.exitCode = interrupted ?? (broken ? 1 : code);
