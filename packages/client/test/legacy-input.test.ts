import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { answers, FORM, form } from "./asking.js";
import { make, ofType } from "./harness.js";
import { arrived, initializing, legacy } from "./servers.js";

test("a legacy server's own requests are answered by the same handlers, and the host hears of what fails", async () => {
  const b = legacy("b", ["u"], { initialize: initializing({ tools: {} }) });
  const { client, events } = make({ input: form({ name: "Ada" }) });
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  const ask = async (id: number, method: string, params: object) => {
    b.peers[0]?.send({ jsonrpc: "2.0", id, method, params } as never);
    await arrived();
    return b.received.at(-1);
  };
  expect(await ask(1, FORM.method, FORM.params)).toMatchObject({
    id: 1,
    result: { action: "accept", content: { name: "Ada" } },
  });
  expect(await ask(2, "roots/list", {})).toMatchObject({ id: 2, error: { code: -32601 } });
  expect(ofType(events, "input_problem")).toMatchObject([
    { peer: "b", problem: { code: "not_declared" } },
  ]);
  await client.close();
});

test.each(["takes its request back", "waits for longer than inputMs"])(
  "T4: a handler is told where a legacy server %s",
  async (how) => {
    const clock = new ManualClock();
    const signals: { aborted: boolean }[] = [];
    const handlers = answers({
      elicitation: {
        form: (_: unknown, { signal }: { signal: { aborted: boolean } }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
    });
    const b = legacy("b", ["u"]);
    const { client } = make({ clock, input: handlers, inputMs: 1000 });
    client.addServer("b", b.transport, { allowLegacy: true });
    await client.connect();
    b.peers[0]?.send({ jsonrpc: "2.0", id: 1, ...FORM } as never);
    await arrived();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    if (how === "takes its request back") {
      const params = { requestId: 1 };
      b.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    } else clock.advance(1000);
    await arrived();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await client.close();
    expect(clock.waiting).toBe(0);
  },
);

test("L06: a host that only sends users to pages declares just that, and is asked for no form by a server that knows nothing else", async () => {
  const input = answers({ elicitation: { url: async () => ({ action: "accept" }) } });
  const b = legacy("b", ["u"]);
  const older = legacy("older", ["v"], {
    initialize: () => ({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "older", version: "1" },
    }),
  });
  const { client } = make({ input });
  client.addServer("b", b.transport, { allowLegacy: true });
  client.addServer("older", older.transport, { allowLegacy: true });
  await client.connect();
  const hello = b.received.find(({ method }) => method === "initialize");
  expect(hello?.params).toMatchObject({ protocolVersion: "2025-11-25" });
  expect(hello?.params?.["capabilities"]).toEqual({ elicitation: { url: {} } });
  const page = { mode: "url", message: "m", url: "https://a.example/", elicitationId: "1" };
  b.peers[0]?.send({ jsonrpc: "2.0", id: 1, method: FORM.method, params: page } as never);
  // What is declared to 2025-11-25 is read by an older revision as forms, which there are none of.
  older.peers[0]?.send({ jsonrpc: "2.0", id: 2, ...FORM } as never);
  await arrived();
  expect(b.received.at(-1)).toMatchObject({ id: 1, result: { action: "accept" } });
  expect(older.received.at(-1)).toMatchObject({ id: 2, error: { code: -32601 } });
  await client.close();
});
