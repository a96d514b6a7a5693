import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerConfig } from "@x/config";
import { memoryTransport, type Transport } from "@x/connection";
import { onTestFinished } from "vitest";
import { answering, type Script } from "../fixtures/script.mjs";

const SERVER = join(import.meta.dirname, "../fixtures/server.mjs");
const EMBEDDED = "embedded";

/** What a server does that is a process. */
export interface ProcessScript extends Script {
  readonly stderr?: string;
  readonly exit?: number;
  readonly startMs?: number;
  readonly silent?: true;
}

/** A folder that lives as long as the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "x-mcp-cli-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** One server of a configuration: a process that does what the script says. */
export function server(
  script: ProcessScript,
  more: object = {},
): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [SERVER, JSON.stringify(script)], ...more };
}

/** The same within the test's own process: for what a process of its own would show no better. */
export function embedded(script: Script, more: object = {}): object {
  return { command: EMBEDDED, args: [JSON.stringify(script)], ...more };
}

/** The transport to a server that is {@link embedded}. */
export function embeddedTransport(server: ServerConfig): Transport | undefined {
  if (server.type !== "stdio" || server.command !== EMBEDDED) return undefined;
  const { args, env } = server;
  return memoryTransport((peer) => {
    const answer = answering(JSON.parse(args[0] ?? "{}"), env);
    peer.onFrame((line) => {
      for (const text of answer(line)?.split("\n") ?? []) peer.send(text);
    });
  });
}

/** Writes a configuration with these servers and gives its path. */
export function config(mcpServers: object, more: object = {}): string {
  const file = join(folder(), "mcp.json");
  writeFileSync(file, JSON.stringify({ mcpServers, ...more }));
  return file;
}

/** The lines that the servers of a test wrote into their file: process ids, and tools they ran. */
export function diary(file: string): {
  readonly pids: readonly number[];
  readonly called: readonly string[];
} {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return {
    pids: lines.filter((line) => /^\d+$/.test(line)).map(Number),
    called: lines.filter((line) => line.startsWith("called ")).map((line) => line.slice(7)),
  };
}

/** Whether a process lives. */
export function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
