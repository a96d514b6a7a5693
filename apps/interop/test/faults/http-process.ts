import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** How an endpoint's process is started; `port` is the one that it had before, or 0. */
export interface HttpCommand {
  readonly args: (port: number) => readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly onSpawn: (pid: number) => void;
}

const RESTART_MS = 700;

/** An endpoint in a process of its own, which is started again on the same port whenever it ends. */
export class HttpProcess {
  readonly #command: HttpCommand;
  #child: ChildProcess | undefined;
  #port = 0;
  #life: Promise<void> = Promise.resolve();
  readonly #end = new AbortController();

  constructor(command: HttpCommand) {
    this.#command = command;
  }

  /** Settles with the URL when it listens. */
  async start(): Promise<string> {
    const child = this.#spawn();
    const [line] = await Promise.race([
      once(child.stdout ?? child, "data"),
      once(child, "exit").then(() => Promise.reject(new Error("A server ended at its start."))),
    ]);
    this.#port = Number(String(line));
    this.#life = this.#restart(child);
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  /** Kills it for good; settles when it has ended. */
  async end(): Promise<void> {
    this.#end.abort();
    this.#child?.kill("SIGKILL");
    await this.#life;
  }

  #spawn(): ChildProcess {
    const { args, env, onSpawn } = this.#command;
    // Its stdin ends with this process, and it with its stdin.
    const child = spawn(process.execPath, args(this.#port), {
      env,
      stdio: ["pipe", "pipe", "inherit"],
      detached: true,
    });
    this.#child = child;
    if (child.pid !== undefined) onSpawn(child.pid);
    return child;
  }

  async #restart(first: ChildProcess): Promise<void> {
    const { signal } = this.#end;
    for (let child = first; ; child = this.#spawn()) {
      child.stdout?.resume();
      if (signal.aborted) child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      if (signal.aborted) return;
      await delay(RESTART_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  }
}
