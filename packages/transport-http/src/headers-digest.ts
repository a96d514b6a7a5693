import type { Headers } from "./message-headers.js";

/**
 * SHA-256 in hex of headers, whose names are in lower case already, whatever order they are given in.
 *
 * A page that was not loaded securely has no digests to offer. There every call gives another string, so
 * that no two sets of headers, and no two transports, share one.
 */
export async function headersDigest(headers: Headers): Promise<string> {
  const subtle: typeof globalThis.crypto.subtle | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return `undigested-${randomDigits()}${randomDigits()}`;
  const sorted = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(sorted));
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Nothing to be kept secret, and so nothing that would have to be hard to guess. */
function randomDigits(): string {
  return Math.random().toString(36).slice(2);
}
