import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, pass } from "./harness.js";
import { arrived, error, legacy, modern } from "./servers.js";

test("a legacy server that forgot its session, and says so in an error of its own, is spoken to anew", async () => {
  const clock = new ManualClock();
  const state = { knows: true };
  const a = legacy("a", ["t"], {
    "tools/call": (frame) => (state.knows ? { content: [] } : error(frame, -32000)),
    ping: (frame) => (state.knows ? {} : error(frame, -32000)),
  });
  const { client } = make({ clock, random: () => 0 });
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  state.knows = false;
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "rpc_error", rpcCode: -32000 });
  await arrived();
  expect(client.peers).toMatchObject([{ state: "unavailable", reason: "connection_lost" }]);
  state.knows = true;
  await pass(clock, 500);
  expect(client.peers).toMatchObject([{ state: "ready", era: "legacy" }]);
  expect(await client.callTool("t")).toEqual({ content: [] });
  await client.close();
});

test.each([
  ["answers ping", () => ({})],
  ["never learnt ping", undefined],
])(
  "a server that answers a call with an error of its own, and %s, is left alone",
  async (_, ping) => {
    const a = legacy("a", ["t"], {
      "tools/call": (frame) => error(frame, -32000),
      ...(ping === undefined ? {} : { ping }),
    });
    const b = modern("b", ["u"], { "tools/call": (frame) => error(frame, -32000) });
    const { client } = make();
    client.addServer("a", a.transport, { allowLegacy: true });
    client.addServer("b", b.transport);
    await client.connect();
    await expect(client.callTool("t")).rejects.toMatchObject({ rpcCode: -32000 });
    await expect(client.callTool("u")).rejects.toMatchObject({ rpcCode: -32000 });
    await arrived();
    expect(methods(a).at(-1)).toBe("ping");
    expect(methods(b).at(-1)).toBe("server/discover");
    expect(client.peers).toMatchObject([{ state: "ready" }, { state: "ready" }]);
    await client.close();
  },
);

test("a peer that may be gone is asked for a sign of life, and left alone where there is one", async () => {
  const a = legacy("a", ["t"], { ping: () => ({}) });
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  a.peers[0]?.doubt("Nobody is there.");
  await arrived();
  expect(methods(a).at(-1)).toBe("ping");
  expect(client.peers).toMatchObject([{ state: "ready" }]);
  await client.close();
});
