import type { ServerOptions } from "@x/client";

/** One server of a run: what it is, and how the client treats it. */
export interface FaultyServer {
  readonly name: string;
  /** What `fixtures/faulty-server.mjs` is told to be. */
  readonly kind: string;
  readonly carrier: "stdio" | "http";
  readonly era: "modern" | "legacy";
  readonly repeat: NonNullable<ServerOptions["repeat"]>;
  readonly allowLegacy: boolean;
}

type Kind = readonly [carrier: "stdio" | "http", era: "modern" | "legacy", variant?: string];

function server(name: string, [carrier, era, variant]: Kind, repeat: FaultyServer["repeat"]) {
  const kind = [carrier, era, ...(variant === undefined ? [] : [variant])].join("-");
  // The dual one is allowed both, and has to be modern after every fault.
  const allowLegacy = era === "legacy" || variant === "dual";
  return { name, kind, carrier, era, repeat, allowLegacy };
}

/** The servers of every run, in the order in which they are declared. */
export const SERVERS: readonly FaultyServer[] = [
  server("pipe", ["stdio", "modern"], { "*": "never" }),
  server("dual", ["stdio", "modern", "dual"], { "*": "always" }),
  server("old", ["stdio", "legacy"], { "*": "idempotent" }),
  server("older", ["stdio", "legacy"], { "*": "always", write: "never" }),
  server("web", ["http", "modern"], { "*": "idempotent" }),
  server("stream", ["http", "modern", "sse"], { "*": "always" }),
  server("session", ["http", "legacy"], { "*": "never" }),
  server("resumed", ["http", "legacy", "resumable"], { "*": "idempotent", write: "never" }),
];

/** How often a call of this tool may be done: what may not be repeated, once. */
export function mostTimes({ repeat }: FaultyServer, tool: string): number {
  const safety = repeat[tool] ?? repeat["*"] ?? "never";
  const claimed = tool === "echo" || tool === "read";
  return safety === "always" || (safety === "idempotent" && claimed) ? 3 : 1;
}
