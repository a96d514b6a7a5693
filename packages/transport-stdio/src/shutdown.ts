import type { Cancel, Clock } from "@x/connection";
import type { ProcessGroup } from "./process-group.js";

/** One step of ending a group: what is sent to all of it, and how long it may take to work. */
export interface ShutdownStep {
  readonly signal?: "SIGTERM" | "SIGKILL";
  readonly waitMs: number;
}

/** What is to be ended, and by which time. */
export interface ShutdownOptions {
  readonly group: ProcessGroup;
  /** Settles when the child itself, the group's leader, has exited. */
  readonly exited: Promise<unknown>;
  readonly clock: Clock;
}

const FIRST_LOOK_MS = 10;
const SLOWEST_LOOK_MS = 100;

/**
 * Takes the steps in order, each as soon as the one before has run out; stops when no process of the
 * group lives. Tells whether it came to that.
 *
 * Specification: basic/transports/stdio, "Shutdown".
 */
export async function shutDown(
  steps: readonly ShutdownStep[],
  options: ShutdownOptions,
): Promise<boolean> {
  for (const { signal, waitMs } of steps) {
    if (signal !== undefined) options.group.signal(signal);
    if (await gone(waitMs, options)) return true;
  }
  return false;
}

function gone(withinMs: number, { group, exited, clock }: ShutdownOptions): Promise<boolean> {
  return new Promise((resolve) => {
    let over = false;
    let pauseMs = FIRST_LOOK_MS;
    let cancelLook: Cancel = () => {};
    const finish = (isGone: boolean): void => {
      over = true;
      cancelLook();
      cancelDeadline();
      resolve(isGone);
    };
    // Nothing tells of the end of a process that is not one's own child: it has to be looked for.
    const look = (): void => {
      if (over) return;
      if (!group.lives()) {
        finish(true);
        return;
      }
      cancelLook = clock.after(pauseMs, look);
      pauseMs = Math.min(2 * pauseMs, SLOWEST_LOOK_MS);
    };
    const cancelDeadline = clock.after(withinMs, () => finish(false));
    void exited.then(look);
  });
}
