import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { inheritedEnvironment } from "@x/transport-stdio";

/** How long a server may take to say where it listens, in milliseconds. */
const START_TIMEOUT_MS = 15_000;

/** How long it may take to end by itself once it was told to, in milliseconds. */
const END_TIMEOUT_MS = 2000;

/** The process of an HTTP server; whoever started it ends it. */
export interface HttpServer {
  /** `undefined` where there could be no process. */
  readonly pid: number | undefined;
  /** Where it listens; `undefined` where it has ended instead, or has not said so in time. */
  readonly url: string | undefined;
  /** Settles when it is over, whoever has ended it. */
  readonly over: Promise<void>;
  /** Ends it: by the end of its stdin, and if that does not help by force. Settles when it is over. */
  end(): Promise<void>;
}

/**
 * Starts a program made with `serveHttp`, and waits until it says where it listens: at `port`, or at any
 * that is free. Never rejects.
 */
export async function startHttpServer(
  script: string,
  onStderr: (text: string) => void,
  port = 0,
): Promise<HttpServer> {
  // No more of this process's environment than servers over stdio get.
  const child = spawn(process.execPath, [script, `${port}`], {
    stdio: "pipe",
    env: inheritedEnvironment(),
  });
  // Not "exit": what it wrote last may come after that.
  const over = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.once("error", ({ message }) => onStderr(message));
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", onStderr);
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const lines = createInterface({ input: child.stdout, signal });
  const { value: first } = await lines[Symbol.asyncIterator]().next();
  return {
    pid: child.pid,
    url: first === undefined ? undefined : urlIn(first),
    over,
    end: async () => {
      child.stdin.end();
      const force = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT_MS);
      await over;
      clearTimeout(force);
    },
  };
}

function urlIn(line: string): string | undefined {
  return /^\{"listening":"(http:[^"]+)"\}$/.exec(line)?.[1];
}
