import { type Era, type ExchangeOutcome, ManualClock } from "@x/connection";
import { httpServer } from "@x/testkit";
import { notification } from "@x/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { HttpTransportOptions } from "../src/index.js";
import { httpTransport } from "../src/index.node.js";
import { anyReply, sendingAny, servingAny } from "./any-reply.js";
import { LEGACY, MODERN, Scene, settled, turns, until } from "./http-scene.js";

const BATCHING: Era = { era: "legacy", revision: "2025-03-26" };

/** What a host does with a connection. */
const host = fc.record({
  era: fc.constantFrom(undefined, MODERN, LEGACY, BATCHING),
  begins: fc.boolean(),
  calls: fc.array(
    fc.record({ onAbandon: fc.constantFrom("cancel", "silent"), aborts: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  ),
});

type Host = typeof host extends fc.Arbitrary<infer Value> ? Value : never;

/** Turns of the event loop that a server has to say what it will before time passes. */
type Patience = 2 | 10;

/** Does it, to the end; gives how the calls ended, by their ids. */
async function play(
  options: HttpTransportOptions,
  { era, begins, calls }: Host,
  patience: Patience,
): Promise<ReadonlyMap<unknown, ExchangeOutcome>> {
  const clock = new ManualClock();
  const connection = await httpTransport({ ...options, maxMessageBytes: 2000 }).open({ clock });
  if (connection.type === "open_failure") throw new Error(connection.message);
  const one = new Scene(connection, clock);
  const outcomes = new Map<unknown, ExchangeOutcome>();
  if (begins) {
    const begun = one.askLegacy("initialize", CAPABLE, { totalMs: 3000, onAbandon: "silent" });
    outcomes.set(1, await settled(begun, clock, patience));
  }
  if (era !== undefined) connection.settle(era);
  const initialized = connection.notify(notification("notifications/initialized"));
  const controller = new AbortController();
  const asked = calls.map(async ({ onAbandon, aborts }) => {
    const signal = aborts ? { signal: controller.signal } : {};
    const request = { jsonrpc: "2.0", id: connection.ids.next(), method: "tools/call" } as const;
    outcomes.set(
      request.id,
      await one.exchange(request, { totalMs: 10_000, onAbandon, ...signal }),
    );
  });
  await turns(1);
  controller.abort();
  await settled(Promise.all(asked), clock, patience);
  await settled(initialized, clock, patience);
  await settled(connection.close(), clock, patience);
  expect(clock.waiting, "timers that are left").toBe(0);
  return outcomes;
}

const CAPABLE = { capabilities: { roots: {} } };

/** No call has the answer to another one. */
function expectOwnAnswers(outcomes: ReadonlyMap<unknown, ExchangeOutcome>): void {
  for (const [id, outcome] of outcomes) {
    if (outcome.type !== "response") continue;
    expect(outcome.response.id).toBe(id);
    if ("result" in outcome.response) expect(outcome.response.result["for"]).toBe(id);
  }
}

const replies = fc.array(anyReply, { minLength: 1, maxLength: 6 });

test("whatever a server replies, every call ends, with no other's answer, and nothing is left", async () => {
  await fc.assert(
    fc.asyncProperty(replies, host, async (given, does) => {
      const send = sendingAny(given);
      expectOwnAnswers(await play({ url: "http://127.0.0.1/mcp", send }, does, 2));
      expect(send.open.size, "requests that are left").toBe(0);
    }),
    { numRuns: 150 },
  );
}, 60_000);

test("and that holds on sockets", async () => {
  await fc.assert(
    fc.asyncProperty(replies, host, async (given, does) => {
      const server = await httpServer(servingAny(given));
      try {
        expectOwnAnswers(await play({ url: server.url }, does, 10));
        await until(() => {
          expect(server.requests.filter(({ reply }) => reply === "open")).toEqual([]);
        });
      } finally {
        await server.close();
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);
