import { Readable } from "node:stream";
import type { Variables } from "@x/config";
import { run } from "../../src/run.js";
import { serverTransport } from "../../src/server-transport.js";
import { embeddedTransport } from "./config.js";
import type { Run } from "./x-mcp.js";

/** What a run has around it, where it matters. */
export interface Around {
  readonly stdoutIs?: "pipe" | "terminal";
  readonly stdin?: Readable;
  /** Of the terminal that stderr is; it is a pipe where there are none. */
  readonly stderrColumns?: number;
  readonly env?: Variables;
  readonly cwd?: () => string;
}

/** Runs the program within this process: for what needs no process of its own to be seen. */
export async function runHere(
  args: readonly string[],
  { stdoutIs = "pipe", env = {}, cwd = () => import.meta.dirname, ...around }: Around = {},
): Promise<Run> {
  let stdout = "";
  let stderr = "";
  const code = await run(args, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    stdin: () => around.stdin ?? Readable.from([]),
    stderrColumns: () => around.stderrColumns,
    stdoutIsTerminal: stdoutIs === "terminal",
    env,
    cwd,
    transport: (server, ...where) => embeddedTransport(server) ?? serverTransport(server, ...where),
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}
