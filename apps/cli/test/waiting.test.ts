import { Client } from "@x/client";
import { ManualClock, memoryTransport } from "@x/connection";
import { expect, it } from "vitest";
import { tellWhoIsLate } from "../src/waiting.js";

const SILENT = { probeTimeoutMs: 60_000, startTimeoutMs: 60_000 };

/** Lets what is due in this turn of the event loop happen: a server begins in a later microtask. */
const turn = (): Promise<void> => new Promise(setImmediate);

/** A client whose servers never answer, and what is said while they are waited for. */
function silentServers(...names: readonly string[]) {
  const clock = new ManualClock();
  const client = new Client({ clientInfo: { name: "test", version: "1" }, clock });
  for (const name of names) {
    client.addServer(
      name,
      memoryTransport(() => {}),
      SILENT,
    );
  }
  const said: string[] = [];
  const stop = tellWhoIsLate(client, clock, (text) => said.push(`${clock.now()}: ${text}`));
  return { clock, client, said, stop };
}

it("names a server two seconds after that server began, whenever that was", async () => {
  const { clock, client, said, stop } = silentServers("a", "b");
  clock.advance(1500);
  const first = client.reconnect("a");
  await turn();
  clock.advance(1500);
  const second = client.reconnect("b");
  await turn();
  expect(said).toEqual([]);
  clock.advance(500);
  expect(said).toEqual(["3500: Still waiting for a."]);
  clock.advance(1500);
  expect(said).toEqual(["3500: Still waiting for a.", "5000: Still waiting for a, b."]);
  stop();
  await Promise.all([client.close(), first, second]);
});

it("repeats itself every ten seconds, and never for who has come to an end", async () => {
  const { clock, client, said, stop } = silentServers("a", "b");
  const both = client.connect();
  await turn();
  clock.advance(2000);
  await client.removeServer("a");
  clock.advance(20_000);
  expect(said).toEqual([
    "2000: Still waiting for a, b.",
    "12000: Still waiting for b.",
    "22000: Still waiting for b.",
  ]);
  stop();
  clock.advance(20_000);
  expect(said).toHaveLength(3);
  await Promise.all([client.close(), both]);
});
