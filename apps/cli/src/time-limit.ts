import type { Client, ConnectOptions, PeerReport, ReadOptions } from "@x/client";
import { clockFrom } from "@x/connection";
import type { Invocation } from "./invocation.js";

/** What a question to one server is asked with. */
export function limitsOf({ io, limitMs }: Invocation): Pick<ReadOptions, "signal" | "totalMs"> {
  const { signal } = io;
  return limitMs === undefined ? { signal } : { signal, totalMs: limitMs };
}

/** How long servers that are late are waited for. */
export function connectOptions({ limitMs }: Invocation): ConnectOptions {
  return limitMs === undefined ? {} : { timeoutMs: limitMs };
}

/** Opens one server, within the limit; {@link isLate} of what it gives tells whether that ran out. */
export async function opened(
  client: Client,
  server: string,
  { limitMs }: Invocation,
): Promise<PeerReport> {
  const opening = client.reconnect(server);
  if (limitMs === undefined) return opening;
  let cancel: () => void = () => {};
  const timeout = new Promise<undefined>((resolve) => {
    cancel = clockFrom(globalThis).after(limitMs, () => resolve(undefined));
  });
  try {
    const report = await Promise.race([opening, timeout]);
    return report ?? client.peers.find(({ name }) => name === server) ?? (await opening);
  } finally {
    cancel();
  }
}

/** Whether a server that was waited for is neither ready nor given up. */
export function isLate({ state }: Pick<PeerReport, "state">): boolean {
  return state === "connecting";
}

/** What is said of one that is late, behind its name. */
export function lateText({ limitMs = 0 }: Pick<Invocation, "limitMs">): string {
  return `was not ready when the ${limitMs / 1000} s of --timeout were over.`;
}
