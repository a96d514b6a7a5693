import { run } from "../../src/run.js";
import type { Run } from "./x-mcp.js";

/** Runs the program within this process: for what needs no process of its own to be seen. */
export async function runHere(
  args: readonly string[],
  { stdoutIs = "pipe" }: { readonly stdoutIs?: "pipe" | "terminal" } = {},
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
    stdoutIsTerminal: stdoutIs === "terminal",
    env: {},
    cwd: import.meta.dirname,
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}
