import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The demo as it is built. */
const MAIN = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@x/demo/package.json")));

/** A console that runs, as `npm run demo -- --web` starts it. */
export interface ConsoleProgram {
  /** What it printed to be opened. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it as Ctrl-C does; gives its exit code. */
  end(): Promise<number | null>;
}

/** Starts the console at any free port and waits until it says where it is. */
export async function startConsole(): Promise<ConsoleProgram> {
  const child = spawn(process.execPath, [MAIN, "--web"], { stdio: ["ignore", "pipe", "inherit"] });
  const over = once(child, "exit");
  const lines = createInterface(child.stdout);
  const { value } = await lines[Symbol.asyncIterator]().next();
  const [, url] = /^Console: (\S+)$/.exec(value ?? "") ?? [];
  if (url === undefined) throw new Error(`The console did not start: ${value}`);
  return {
    url,
    child,
    end: async () => {
      child.kill("SIGINT");
      const [code] = await over;
      return code;
    },
  };
}
