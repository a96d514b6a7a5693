import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, names, ofType, pass } from "./harness.js";
import { arrived, error, initializing, legacy } from "./servers.js";

test("L9: tools that change while they are listed are listed once more, and the newer state wins", async () => {
  let tools = ["old"];
  let lists = 0;
  const answer = (): object => ({
    tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
  });
  const a = legacy("a", [], {
    "server/discover": (frame) => error(frame, -32601),
    "tools/list": () => {
      lists += 1;
      const now = answer();
      if (lists !== 2) return now;
      // The change comes while this list, which does not have it, is on its way.
      tools = ["new"];
      a.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      return now;
    },
  });
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  tools = ["middle"];
  a.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  await arrived();
  await arrived();
  expect(names(client)).toEqual(["new"]);
  expect(lists).toBe(3);
  await client.close();
});

test("L9: tools that change while they are listed for the first time are listed once more", async () => {
  let lists = 0;
  const a = legacy("a", [], {
    "server/discover": (frame) => error(frame, -32601),
    "tools/list": () => {
      lists += 1;
      const name = lists === 1 ? "old" : "new";
      if (lists === 1) {
        a.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      }
      return { tools: [{ name, inputSchema: { type: "object" } }] };
    },
  });
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  await arrived();
  expect(names(client)).toEqual(["new"]);
  expect(lists).toBe(2);
  await client.close();
});

test("a list that changed and cannot be read is read again with growing pauses, until it can be", async () => {
  const clock = new ManualClock();
  const server = { tools: ["old"], failures: 2 };
  let asked = 0;
  const a = legacy("a", [], {
    "tools/list": (frame) => {
      asked += 1;
      if (asked > 1 && server.failures > 0) {
        server.failures -= 1;
        return error(frame, -32603);
      }
      return { tools: server.tools.map((name) => ({ name, inputSchema: { type: "object" } })) };
    },
  });
  const { client, events } = make({ clock });
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  server.tools = ["new"];
  a.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  await arrived();
  expect(names(client)).toEqual(["old"]);
  await pass(clock, 1000);
  expect(names(client)).toEqual(["old"]);
  await pass(clock, 2000);
  expect(names(client)).toEqual(["new"]);
  expect(ofType(events, "list_failed")).toHaveLength(2);
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("a list that never can be read is given up, and the last one stands", async () => {
  const clock = new ManualClock();
  let asked = 0;
  const a = legacy("a", [], {
    "tools/list": (frame) => {
      asked += 1;
      return asked > 1
        ? error(frame, -32603)
        : { tools: [{ name: "old", inputSchema: { type: "object" } }] };
    },
  });
  const { client } = make({ clock });
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  a.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  for (let second = 0; second < 200; second += 1) await pass(clock, 1000);
  expect(asked).toBe(1 + 6);
  expect(names(client)).toEqual(["old"]);
  await client.close();
});

test("what changes after it was listed, and before its peer is ready, is listed once more", async () => {
  const server = { tools: ["old"] };
  const a = legacy("a", [], {
    initialize: initializing({ tools: {}, prompts: {} }),
    "tools/list": () => ({
      tools: server.tools.map((name) => ({ name, inputSchema: { type: "object" } })),
    }),
    "prompts/list": ({ id }) => {
      // The tools have been listed by now, and these prompts not.
      void arrived().then(() => {
        server.tools = ["new"];
        a.peers[0]?.gap();
        a.peers[0]?.send({ jsonrpc: "2.0", id, result: { prompts: [] } } as never);
      });
      return undefined;
    },
  });
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  await arrived();
  expect(names(client)).toEqual(["new"]);
  await client.close();
});

test("S2: what a legacy server may have told while it was not heard is listed anew", async () => {
  const server = { tools: ["old"] };
  const a = legacy("a", [], {
    "tools/list": () => ({
      tools: server.tools.map((name) => ({ name, inputSchema: { type: "object" } })),
    }),
  });
  const { client, events } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  server.tools = ["new"];
  a.peers[0]?.gap();
  await arrived();
  expect(names(client)).toEqual(["new"]);
  expect(ofType(events, "resources")).toEqual([]);
  await client.close();
});
