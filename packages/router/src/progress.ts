import type { ExchangeOptions } from "@x/connection";
import type { Notification, RequestId, StampOptions } from "@x/wire";
import type { CallOptions } from "./call-options.js";
import type { Routes } from "./routes.js";

/**
 * How far a call is, by the server's own account. It should grow; `total` may be what it grows to.
 *
 * Specification: {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress}
 */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Hears of progress. */
export type OnProgress = (progress: Progress) => void;

/** What a request asks for in its `_meta`: its own id is its progress token. */
export function wishesOf(
  { onProgress, idleMs, logLevel }: CallOptions,
  id: RequestId,
  ofPeer: StampOptions | undefined,
): StampOptions | undefined {
  // What is to be counted as a sign of life has to be asked for.
  const isProgressWanted = onProgress !== undefined || idleMs !== undefined;
  if (!isProgressWanted && logLevel === undefined) return ofPeer;
  return {
    ...ofPeer,
    ...(isProgressWanted ? { progressToken: id } : {}),
    ...(logLevel === undefined ? {} : { logLevel }),
  };
}

/** Who gets what comes for a request before its answer. */
export function hearing(
  { onProgress }: CallOptions,
  peer: string,
  { heard }: Routes,
): ExchangeOptions["onNotification"] {
  if (onProgress === undefined) return undefined;
  return (notification) => {
    const progress = progressOf(notification);
    if (progress === undefined) heard?.(peer, notification);
    else onProgress(progress);
  };
}

/** What a notification says of progress; nothing where it is no progress, or says no number. */
function progressOf({ method, params }: Notification): Progress | undefined {
  const progress = params?.["progress"];
  if (method !== "notifications/progress" || typeof progress !== "number") return undefined;
  const { total, message } = params ?? {};
  return {
    progress,
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}
