import { homedir } from "node:os";
import process from "node:process";
import { INTERRUPTED } from "./exit-code.js";
import { run } from "./run.js";
import { screenOf } from "./screen.js";
import { terminalLines } from "./terminal-lines.js";

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
  process.stderr.write(`x-mcp: The answer cannot be written: ${error.message}.\n`);
});
// There is nobody left to tell.
process.stderr.on("error", () => {});

const { line, secret, close } = terminalLines({
  stdin: process.stdin,
  stderr: process.stderr,
  interrupt: () => process.kill(process.pid, "SIGINT"),
});
const code = await run(process.argv.slice(2), {
  stdin: () => process.stdin,
  stdout: (text) => process.stdout.write(text),
  stdoutIsTerminal: process.stdout.isTTY === true,
  screen: screenOf(process.env, process.stdout),
  stderr: (text) => process.stderr.write(text),
  line,
  secret,
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  stderrColumns: () =>
    process.stderr.isTTY && process.env["TERM"] !== "dumb"
      ? process.stderr.columns || USUAL_COLUMNS
      : undefined,
  env: process.env,
  home: homedir(),
  cwd: () => process.cwd(),
  transport: async (...server) =>
    (await import("./server-transport.js")).serverTransport(...server),
  signal: controller.signal,
});
close();
// Not `exit()`: what is still on its way into a pipe would be cut off.
process.exitCode = interrupted ?? (broken ? 1 : code);
