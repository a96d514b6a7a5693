import { type Connection, ManualClock, multiplex, type Transport } from "@x/connection";
import { decodeFrame, type Message } from "@x/wire";
import { expect, test } from "vitest";
import { negotiate } from "../src/index.js";

const policy = {
  clientInfo: { name: "test", version: "1" },
  capabilities: {},
  allowLegacy: true,
  legacyProbeTimeoutMs: 3000,
} as const;

/** A legacy server that answers `initialize`, and never takes `notifications/initialized`. */
function stubborn(clock: ManualClock): { transport: Transport; closed: () => boolean } {
  let closed = false;
  const answer = (message: Message): object | undefined => {
    if (!("id" in message) || !("method" in message)) return undefined;
    const { id, method } = message;
    const result = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      serverInfo: { name: "s", version: "1" },
    };
    return method === "initialize"
      ? { jsonrpc: "2.0", id, result }
      : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } };
  };
  const open = async (): Promise<Connection> => {
    const untaken: ((sent: boolean) => void)[] = [];
    const mux = multiplex(
      {
        send: (_frame, done, message) => {
          if (done !== undefined) untaken.push(done);
          const said = answer(message);
          if (said === undefined) return;
          const frame = decodeFrame(JSON.stringify(said));
          queueMicrotask(() => mux.received(frame === undefined ? [] : [frame]));
        },
        close: async () => {
          closed = true;
          for (const done of untaken) done(false);
          return { type: "local", message: "closed" };
        },
      },
      { clock },
    );
    return mux.connection;
  };
  return { transport: { binding: { type: "memory", name: "s" }, open }, closed: () => closed };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

test("a server that does not take notifications/initialized in time is closed and unavailable", async () => {
  const clock = new ManualClock();
  const { transport, closed } = stubborn(clock);
  const negotiating = negotiate(transport, policy, clock);
  await turns();
  clock.advance(3000);
  const { type, record } = await negotiating;
  expect(type).toBe("unavailable");
  expect(record.reason).toBe("confirmation_failed");
  expect(record.message).toMatch(/not taken within 3000 ms/);
  expect(closed()).toBe(true);
  expect(clock.waiting).toBe(0);
});

test("who gives up while notifications/initialized is on its way does not wait for it", async () => {
  const clock = new ManualClock();
  const { transport, closed } = stubborn(clock);
  const controller = new AbortController();
  const negotiating = negotiate(transport, policy, clock, { signal: controller.signal });
  await turns();
  controller.abort();
  expect((await negotiating).type).toBe("unavailable");
  expect(closed()).toBe(true);
  expect(clock.waiting).toBe(0);
});
