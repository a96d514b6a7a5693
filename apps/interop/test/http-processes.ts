import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { binOf } from "./published-servers.js";

/** A server that runs in a process of its own and is reached over HTTP. */
export interface HttpProcess {
  readonly port: number;
  /** Ends it at once, with all its connections. */
  end(): Promise<void>;
}

/** The published server in one of its HTTP modes, once it listens. */
export async function everythingOverHttp(
  mode: "sse" | "streamableHttp",
  port?: number,
): Promise<HttpProcess> {
  const chosen = port ?? (await freePort());
  const args = [binOf("@modelcontextprotocol/server-everything"), mode];
  return httpProcess(args, chosen);
}

/** The official modern server with all that one can offer, and further tools, once it listens. */
export async function modernEndpoint(port?: number, ...tools: string[]): Promise<HttpProcess> {
  const chosen = port ?? (await freePort());
  const fixture = join(import.meta.dirname, "../fixtures/modern-endpoint.mjs");
  return httpProcess([fixture, `${chosen}`, ...tools], chosen);
}

/** Runs a script that says its port on stderr when it listens there. */
async function httpProcess(args: readonly string[], port: number): Promise<HttpProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], PORT: `${port}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`The server exited with ${code}.`)));
    child.stderr.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes(`${port}`)) resolve();
    });
  });
  return { port, end: () => ended(child) };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on("close", () => resolve());
    child.kill("SIGKILL");
  });
}
