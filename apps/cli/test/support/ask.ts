import { Readable } from "node:stream";
import { runHere } from "./run-here.js";
import type { Run } from "./x-mcp.js";

/** Sends messages to a replayed server and gives how it ended and what it said. */
export async function ask(
  trace: string,
  ...messages: readonly object[]
): Promise<Run & { readonly said: readonly unknown[] }> {
  const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const run = await runHere(["replay", trace], {
    stdin: Readable.from([Buffer.from(lines.join(""))]),
  });
  const said = run.stdout === "" ? [] : run.stdout.trimEnd().split("\n");
  return { ...run, said: said.map((line) => (line.startsWith("{") ? JSON.parse(line) : line)) };
}

/** A call of a tool. */
export function call(id: number | string, name: string, meta?: object): object {
  const params = { name, ...(meta === undefined ? {} : { _meta: meta }) };
  return { id, method: "tools/call", params };
}
