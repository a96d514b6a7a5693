import { join } from "node:path";
import { Readable } from "node:stream";
import type { Variables } from "@x/config";
import type { Io } from "../../src/io.js";
import { run } from "../../src/run.js";
import type { Screen } from "../../src/screen.js";
import { serverTransport } from "../../src/server-transport.js";
import { embeddedTransport } from "./config.js";
import type { Run } from "./x-mcp.js";

/** What a run has around it, where it matters. */
export interface Around {
  readonly stdoutIs?: "pipe" | "terminal";
  /** The terminal that the answer is laid out for. */
  readonly screen?: Screen;
  readonly stdin?: Readable;
  /** Of the terminal that stderr is; it is a pipe where there are none. */
  readonly stderrColumns?: number;
  /** Answers a question, where stdin and stderr are terminals or `--on-input ask` is given. */
  readonly line?: Io["line"];
  /** The same for what is not shown. */
  readonly secret?: Io["secret"];
  readonly home?: string;
  readonly isInteractive?: boolean;
  readonly env?: Variables;
  readonly cwd?: () => string;
}

/** A home that is not there, and that nothing can be written into. */
const NOWHERE = join(import.meta.filename, "home");

/** What a run has around it, with nothing that hears it. */
export function ioFor({
  stdoutIs = "pipe",
  env = {},
  cwd = () => import.meta.dirname,
  stdin = Readable.from([]),
  stderrColumns,
  screen,
  line = async () => undefined,
  secret = async () => undefined,
  home = NOWHERE,
  isInteractive = false,
}: Around): Io {
  return {
    stdin: () => stdin,
    stdout: () => {},
    stdoutIsTerminal: stdoutIs === "terminal",
    screen,
    stderr: () => {},
    line,
    secret,
    home,
    isInteractive,
    stderrColumns: () => stderrColumns,
    env,
    cwd,
    transport: (server, ...where) => embeddedTransport(server) ?? serverTransport(server, ...where),
    signal: new AbortController().signal,
  };
}

/** Runs the program within this process: for what needs no process of its own to be seen. */
export async function runHere(args: readonly string[], around: Around = {}): Promise<Run> {
  let stdout = "";
  let stderr = "";
  const code = await run(args, {
    ...ioFor(around),
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}
