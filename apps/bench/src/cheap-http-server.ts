import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "./contender.js";

/** What the cheap server is to be like. */
export interface CheapHttpServerOptions {
  readonly replies: "json" | "sse";
  /** How many tools it lists, `echo` and `frame` among them. */
  readonly tools: number;
  /** Of several, each is a server of its own: the tools of the first begin with `s0_`. Default 1. */
  readonly listeners?: number;
}

/** A process that serves. */
export interface CheapHttpServer {
  readonly endpoints: readonly Endpoint[];
  /** Settles when the process has ended. */
  stop(): Promise<void>;
}

// From a chunk of the build as from its entry: both are one level below the package.
const SCRIPT = fileURLToPath(new URL("../fixtures/cheap-http-server.mjs", import.meta.url));

/** Starts the one server that all contenders talk to over HTTP. */
export async function cheapHttpServer(options: CheapHttpServerOptions): Promise<CheapHttpServer> {
  const { replies, tools, listeners = 1 } = options;
  const args = [SCRIPT, "--replies", replies, "--tools", `${tools}`, "--listeners", `${listeners}`];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "exit");
  let line = "";
  for await (const piece of child.stdout) {
    line += piece;
    if (line.endsWith("\n")) break;
  }
  const ports = JSON.parse(line) as number[];
  return {
    endpoints: ports.map((port, index) => ({
      name: `s${index}`,
      url: `http://127.0.0.1:${port}/mcp`,
    })),
    stop: async () => {
      child.stdin.end();
      await exit;
    },
  };
}
