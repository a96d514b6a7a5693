import {
  type AbortSignalLike,
  type Clock,
  type Connection,
  type OpenFailure,
  TimedSignal,
  type Transport,
} from "@x/connection";

/** The bounds of one opening. */
export interface OpenBounds {
  readonly clock: Clock;
  /** Milliseconds, until it is given up. */
  readonly ms: number;
  readonly signal: AbortSignalLike | undefined;
}

/** How long a transport may take to give up, in milliseconds. */
const GIVE_UP_MS = 5000;

/**
 * Opens a connection, or gives it up. One that a transport opens after that is closed at once: nobody has it.
 *
 * Rejects with what the transport throws.
 */
export async function openWithin(
  transport: Transport,
  { clock, ms, signal }: OpenBounds,
): Promise<Connection | OpenFailure> {
  const timed = new TimedSignal(clock, ms, signal);
  let isGivenUp = false;
  let cancelGiveUp = (): void => {};
  const givenUp = new Promise<OpenFailure>((resolve) => {
    const giveUp = (): void => {
      cancelGiveUp = clock.after(GIVE_UP_MS, () => {
        isGivenUp = true;
        resolve(timed.hasTimedOut ? tooLate(ms) : ABORTED);
      });
    };
    timed.signal.addEventListener("abort", giveUp);
    if (timed.signal.aborted) giveUp();
  });
  const opening = (async () => {
    const opened = await transport.open({ clock, signal: timed.signal });
    if (opened.type === "open_failure") return timed.hasTimedOut ? tooLate(ms) : opened;
    if (!isGivenUp && !timed.hasTimedOut) return opened;
    await opened.close().catch(() => {});
    return tooLate(ms);
  })();
  // Once it is given up, what it comes to is nobody's.
  opening.catch(() => {});
  try {
    return await Promise.race([opening, givenUp]);
  } finally {
    timed.clear();
    cancelGiveUp();
  }
}

function tooLate(ms: number): OpenFailure {
  const message = `It was not opened within ${ms} ms. Is the server reachable? Where it takes longer, raise startTimeoutMs.`;
  return { type: "open_failure", phase: "connect", code: "ETIMEDOUT", message };
}

const ABORTED: OpenFailure = {
  type: "open_failure",
  phase: "aborted",
  code: "ABORT_ERR",
  message: "The opening was aborted.",
};
