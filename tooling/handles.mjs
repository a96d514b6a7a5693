/** What keeps this process from ending: timers, sockets, servers, children. */
import { ChildProcess } from "node:child_process";
import { Server, Socket } from "node:net";
import { leftAfter } from "./left-after.mjs";

const PASSING_MS = 1_000;

/** All that keeps this process from ending at this moment. */
function activeHandles() {
  // Node has no public way to the handles themselves; its own reports use this one.
  return { kinds: process.getActiveResourcesInfo(), objects: process._getActiveHandles?.() ?? [] };
}

/**
 * The same, when timers and requests have had a second to pass: one that passes later would make up for
 * one that is left.
 */
export async function settledHandles() {
  await leftAfter(PASSING_MS, () => {
    const { kinds, objects } = activeHandles();
    return kinds.slice(objects.length);
  });
  return activeHandles();
}

/**
 * What keeps this process from ending now and did not before, in words: how many more there are of which
 * kind, and the handles that are new.
 */
export function handlesSince(before) {
  const now = activeHandles();
  const kinds = [...new Set(now.kinds)]
    .map((kind) => ({ kind, more: count(now.kinds, kind) - count(before.kinds, kind) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => (more === 1 ? kind : `${more} ${kind}`));
  const known = new Set(before.objects);
  const handles = now.objects.filter((one) => !known.has(one)).map(inWords);
  return kinds.length === 0 ? handles : [kinds.join(", "), ...handles];
}

function count(kinds, kind) {
  return kinds.filter((one) => one === kind).length;
}

function inWords(handle) {
  if (handle instanceof ChildProcess) {
    return `child process ${handle.pid}: ${handle.spawnargs.join(" ")}`;
  }
  if (handle instanceof Server) return `server on ${place(handle.address())}`;
  if (handle instanceof Socket && handle.remoteAddress !== undefined) {
    const { localAddress, localPort, remoteAddress, remotePort } = handle;
    return `socket from ${localAddress}:${localPort} to ${remoteAddress}:${remotePort}`;
  }
  return handle.constructor.name;
}

function place(address) {
  if (address === null || typeof address === "string") return address ?? "nothing";
  return `${address.address}:${address.port}`;
}
