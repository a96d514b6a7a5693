import {
  type Connection,
  ManualClock,
  memoryTransport,
  type OpenFailure,
  type Transport,
} from "@x/connection";
import { expect, it } from "vitest";
import { type Negotiation, negotiate } from "../src/index.js";
import { settleMicrotasks } from "./virtual-clock.js";
import { policyOf } from "./world.js";

/** A transport that opens when it is told to, and what was given up of it. */
function slow(): {
  readonly transport: Transport;
  readonly open: (opened: Connection | OpenFailure) => void;
  readonly isGivenUp: () => boolean;
} {
  let open: (opened: Connection | OpenFailure) => void = () => {};
  let isGivenUp = (): boolean => false;
  const transport: Transport = {
    binding: { type: "custom", name: "slow" },
    open: ({ signal }) => {
      isGivenUp = () => signal?.aborted === true;
      return new Promise((resolve) => {
        open = resolve;
      });
    },
  };
  return { transport, open: (opened) => open(opened), isGivenUp: () => isGivenUp() };
}

async function connection(clock: ManualClock): Promise<Connection> {
  const opened = await memoryTransport(() => {}).open({ clock });
  if (opened.type === "open_failure") throw new Error(opened.message);
  return opened;
}

function expectTooLate(result: Negotiation): void {
  expect(result).toMatchObject({
    type: "unavailable",
    record: { era: "unknown", reason: "open_failed" },
    failure: { phase: "connect", code: "ETIMEDOUT" },
  });
  expect(result.record.message).toMatch(/not opened within 2000 ms\..*raise startTimeoutMs/);
}

it("an opening that never comes to anything is given up, and held up no longer", async () => {
  const clock = new ManualClock();
  const { transport, isGivenUp } = slow();
  const ended = negotiate(transport, policyOf({ startTimeoutMs: 2000 }), clock);
  await settleMicrotasks();
  clock.advance(1999);
  expect(isGivenUp()).toBe(false);
  clock.advance(1);
  expect(isGivenUp()).toBe(true);
  await settleMicrotasks();
  clock.advance(5000);
  expectTooLate(await ended);
});

it("a transport that gives up when it is told to is waited for no longer", async () => {
  const clock = new ManualClock();
  const { transport, open } = slow();
  const ended = negotiate(transport, policyOf({ startTimeoutMs: 2000 }), clock);
  await settleMicrotasks();
  clock.advance(2000);
  const phase = "aborted";
  open({ type: "open_failure", phase, code: "ABORT_ERR", message: "The opening was aborted." });
  expectTooLate(await ended);
});

it("what is opened after it was given up is closed", async () => {
  const clock = new ManualClock();
  const { transport, open } = slow();
  const shown: Connection[] = [];
  const onConnection = (one: Connection): void => void shown.push(one);
  const ended = negotiate(transport, policyOf({ startTimeoutMs: 2000 }), clock, { onConnection });
  await settleMicrotasks();
  clock.advance(2000);
  await settleMicrotasks();
  clock.advance(5000);
  expectTooLate(await ended);
  const late = await connection(clock);
  open(late);
  expect(await late.closed).toMatchObject({ type: "local" });
  expect(shown).toEqual([]);
});

it("a transport that does not hear that it is to give up is left to itself", async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const { transport } = slow();
  const { signal } = controller;
  const ended = negotiate(transport, policyOf({}), clock, { signal });
  await settleMicrotasks();
  controller.abort();
  await settleMicrotasks();
  clock.advance(5000);
  expect(await ended).toMatchObject({
    type: "unavailable",
    record: { reason: "aborted" },
    failure: { phase: "aborted", code: "ABORT_ERR" },
  });
});

it("what a transport throws is passed on, at once and later", async () => {
  const clock = new ManualClock();
  const failing = (open: Transport["open"]): Promise<Negotiation> =>
    negotiate({ binding: { type: "custom", name: "bad" }, open }, policyOf({}), clock);
  await expect(failing(() => Promise.reject(new Error("no such thing")))).rejects.toThrow(
    "no such",
  );
  await expect(
    failing(() => {
      throw new Error("not even that");
    }),
  ).rejects.toThrow("not even");
});
