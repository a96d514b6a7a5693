import { expect, test } from "vitest";
import { make, names } from "./harness.js";
import { arrived, error, legacy } from "./servers.js";

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
