import { ManualClock, type TapEvent } from "@x/connection";
import { expect, test } from "vitest";
import type { WireEvent } from "../src/index.js";
import { make } from "./harness.js";
import { arrived, modern } from "./servers.js";

const SECRET = "hunter2";

test("K5: the wire is seen without what is secret: in texts, names and frames that are no messages", async () => {
  const a = modern("a", ["t"], {
    "tools/call": ({ params }) => ({
      resultType: "complete",
      content: [{ type: "text", text: `you said ${JSON.stringify(params?.["arguments"])}` }],
      [SECRET]: { deep: [SECRET] },
    }),
  });
  const seen: WireEvent[] = [];
  const taps: TapEvent[] = [];
  const clock = new ManualClock();
  const { client } = make({
    clock,
    redact: (text) => text.replaceAll(SECRET, "***"),
    onWire: (event) => seen.push(event),
    onTap: (_, event) => taps.push(event),
  });
  client.addServer("a", a.transport);
  await client.connect();
  clock.advance(42);
  seen.length = 0;
  taps.length = 0;
  await client.callTool("t", { [`x-${SECRET}`]: SECRET });
  a.peers[0]?.send(`not JSON: ${SECRET}`);
  await arrived();
  expect(seen).toMatchObject([
    {
      peer: "a",
      connection: 1,
      direction: "sent",
      at: 42,
      message: { method: "tools/call", params: { arguments: { "x-***": "***" } } },
    },
    { direction: "received", message: { result: { "***": { deep: ["***"] } } } },
    { direction: "received", text: "not JSON: ***" },
  ]);
  expect(seen.map(({ bytes }) => bytes)).toEqual(taps.map(({ text }) => Buffer.byteLength(text)));
  expect(JSON.stringify(seen)).not.toContain(SECRET);
  expect(JSON.stringify(taps)).toContain(SECRET);
  await client.reconnect("a");
  expect(seen.at(-1)).toMatchObject({ connection: 2 });
  await client.close();
});

test("without a redaction the wire is seen as it is", async () => {
  const a = modern("a", ["t"]);
  const seen: WireEvent[] = [];
  const { client } = make({ onWire: (event) => seen.push(event) });
  client.addServer("a", a.transport);
  await client.connect();
  expect(seen.map((event) => ("message" in event ? event.message : undefined))).toMatchObject([
    a.received[0],
    { result: { supportedVersions: ["2026-07-28"] } },
    a.received[1],
    { result: { tools: [{ name: "t" }] } },
  ]);
  await client.close();
});
