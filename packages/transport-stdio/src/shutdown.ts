import { type Cancel, type Clock, clockFrom } from "@x/connection";
import type { ProcessGroup } from "./process-group.js";

/** One step of ending a group: what is sent to all of it, and how long it may take to work. */
export interface ShutdownStep {
  readonly signal?: "SIGTERM";
  readonly waitMs: number;
}

/** What is to be ended, and by which time. */
export interface ShutdownOptions {
  readonly group: ProcessGroup;
  /** Settles when the child itself, the group's leader, has exited. */
  readonly exited: Promise<unknown>;
  /** Measures the patience of the host: how long a step may take before the next. */
  readonly clock: Clock;
}

/** How long SIGKILL may take. Nothing is left to be tried after it. */
const KILL_MS = 1000;
const FIRST_LOOK_MS = 10;
const SLOWEST_LOOK_MS = 100;

/**
 * The time that this machine takes, whatever clock the host hands in: a clock that is moved by hand
 * must not outrun the kernel.
 */
const machine: Clock = clockFrom(globalThis);

/**
 * Takes the steps in order, each as soon as the one before has run out, and SIGKILL last; stops when
 * no process of the group lives. Tells whether it came to that.
 *
 * Specification: basic/transports/stdio, "Shutdown".
 */
export async function shutDown(
  steps: readonly ShutdownStep[],
  options: ShutdownOptions,
): Promise<boolean> {
  const { group, clock } = options;
  for (const { signal, waitMs } of steps) {
    if (signal !== undefined) group.signal(signal);
    if (await gone(options, clock, waitMs)) return true;
  }
  group.signal("SIGKILL");
  return gone(options, machine, KILL_MS);
}

function gone(
  { group, exited }: ShutdownOptions,
  clock: Clock,
  withinMs: number,
): Promise<boolean> {
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
      cancelLook = machine.after(pauseMs, look);
      pauseMs = Math.min(2 * pauseMs, SLOWEST_LOOK_MS);
    };
    const cancelDeadline = clock.after(withinMs, () => finish(false));
    void exited.then(look);
  });
}
