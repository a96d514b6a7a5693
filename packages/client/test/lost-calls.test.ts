import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, pass } from "./harness.js";
import { arrived, error, GONE, modern } from "./servers.js";

/** Without jitter: every pause is as long as it can be. */
const random = (): number => 1;

test("P8: a call in flight fails, or is made again with a new id where the operator calls its tool safe", async () => {
  const clock = new ManualClock();
  let silent = true;
  const a = modern("a", ["pay", "read"], {
    "tools/call": () => (silent ? undefined : { resultType: "complete", content: [] }),
  });
  const { client } = make({ clock, random });
  client.addServer("a", a.transport, { repeat: { read: "always" } });
  await client.connect();
  const pay = client.callTool("pay").catch(({ code }: { code: string }) => code);
  const read = client.callTool("read");
  await arrived();
  silent = false;
  a.peers[0]?.end(GONE);
  await arrived();
  expect(await pay).toBe("connection_closed");
  await pass(clock, 500);
  expect(await read).toMatchObject({ content: [] });
  const calls = a.received.filter(({ method }) => method === "tools/call");
  expect(calls.map(({ params }) => params?.["name"])).toEqual(["pay", "read", "read"]);
  await client.close();
});

test("a call to a peer that is coming back waits for it where the caller wants that, up to its deadline", async () => {
  const clock = new ManualClock();
  const a = modern("a", ["t"]);
  const { client } = make({ clock, random });
  client.addServer("a", a.transport);
  await client.connect();
  a.peers[0]?.end(GONE);
  await arrived();
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "peer_unavailable" });
  const hasty = client
    .callTool("t", {}, { whenUnavailable: "wait", totalMs: 100 })
    .catch(({ code }: { code: string }) => code);
  const patient = client.callTool("t", {}, { whenUnavailable: "wait" });
  await pass(clock, 100);
  expect(await hasty).toBe("peer_unavailable");
  await pass(clock, 400);
  expect(await patient).toMatchObject({ content: [{ text: "a: t" }] });
  await client.close();
});

test("who waits for a peer that is closed meanwhile is told, and does not wait on", async () => {
  const clock = new ManualClock();
  const { client } = make({ clock, random });
  const a = modern("a", ["t"]);
  client.addServer("a", a.transport);
  await client.connect();
  a.peers[0]?.end(GONE);
  await arrived();
  const call = client
    .callTool("t", {}, { whenUnavailable: "wait" })
    .catch(({ code }: { code: string }) => code);
  await client.close();
  expect(await call).toBe("peer_unavailable");
  expect(clock.waiting).toBe(0);
});

test("H10: a call refused for its headers is made once more after the tools were listed anew", async () => {
  let refused = 0;
  const a = modern("a", ["t"], {
    "tools/call": (frame) => {
      refused += 1;
      return refused === 1 ? error(frame, -32020) : { resultType: "complete", content: [] };
    },
  });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  expect(await client.callTool("t")).toMatchObject({ content: [] });
  expect(methods(a)).toEqual([
    "server/discover",
    "tools/list",
    "tools/call",
    "tools/list",
    "tools/call",
  ]);
  const ids = a.received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await client.close();
});

test("a call that waits for a server finds the tools that it has when it is back", async () => {
  const clock = new ManualClock();
  const state = { tools: ["old"] };
  const a = modern("a", [], {
    "tools/list": () => ({
      resultType: "complete",
      tools: state.tools.map((name) => ({ name, inputSchema: { type: "object" } })),
    }),
  });
  const { client } = make({ clock, random: () => 0 });
  client.addServer("a", a.transport);
  await client.connect();
  a.peers[0]?.end(GONE);
  await arrived();
  state.tools = ["new"];
  const waiting = client.callTool("old", {}, { whenUnavailable: "wait" });
  const failed = expect(waiting).rejects.toMatchObject({ code: "unknown_tool" });
  await pass(clock, 500);
  await failed;
  expect(methods(a)).not.toContain("tools/call");
  await client.close();
});
