import { type Clock, clockFrom, type TimerPlatform } from "@x/connection";

/** The clock of the platform that this runs on: timers and `performance`, which all of them have. */
export function platformClock(): Clock {
  return clockFrom(globalThis as unknown as TimerPlatform);
}
