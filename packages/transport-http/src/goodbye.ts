import type { Clock } from "@x/connection";
import type { Courier } from "./courier.js";
import type { Headers } from "./message-headers.js";

/** How long a server may take to let go of a session, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * Tells a legacy server that its session is over. Settles when that was answered, failed, or took too
 * long; what is answered makes no difference.
 *
 * Specification 2025-11-25, "Session Management".
 */
export function goodbye(courier: Courier, clock: Clock, headers: Headers): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stopTimer();
      cancel();
      resolve();
    };
    const cancel = courier.send(
      { method: "DELETE", headers },
      { head: finish, chunk: () => {}, end: finish, fail: finish },
    );
    const stopTimer = clock.after(PATIENCE_MS, finish);
  });
}
