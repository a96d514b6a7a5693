import { expect, test } from "vitest";
import { Aborter, ManualClock, TimedSignal } from "../src/index.js";

test("it fires when the time is over, and says that it was the time", () => {
  const clock = new ManualClock();
  const timed = new TimedSignal(clock, 100);
  clock.advance(99);
  expect([timed.signal.aborted, timed.hasTimedOut]).toEqual([false, false]);
  clock.advance(1);
  expect([timed.signal.aborted, timed.hasTimedOut]).toEqual([true, true]);
});

test("it fires with the other signal, also one that has fired before, and then it was not the time", () => {
  const clock = new ManualClock();
  const outer = new Aborter();
  const timed = new TimedSignal(clock, 100, outer);
  outer.abort();
  clock.advance(100);
  expect([timed.signal.aborted, timed.hasTimedOut]).toEqual([true, false]);
  expect(new TimedSignal(clock, 100, outer).signal.aborted).toBe(true);
});

test("once cleared it does not fire, and leaves nothing behind", () => {
  const clock = new ManualClock();
  const outer = new Aborter();
  const timed = new TimedSignal(clock, 100, outer);
  timed.clear();
  expect(clock.waiting).toBe(0);
  outer.abort();
  clock.advance(100);
  expect(timed.signal.aborted).toBe(false);
});
