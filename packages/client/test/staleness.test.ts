import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, ofType } from "./harness.js";
import { arrived, discovering, initializing, legacy, modern } from "./servers.js";

test("a resource that changes while it is read is given with a mark", async () => {
  let reads = 0;
  const a = legacy("a", [], {
    initialize: initializing({ resources: { subscribe: true } }),
    "resources/subscribe": () => ({}),
    "resources/unsubscribe": () => ({}),
    "resources/read": ({ params }) => {
      reads += 1;
      const uri = params?.["uri"];
      const method = "notifications/resources/updated";
      if (reads <= 2) a.peers[0]?.send({ jsonrpc: "2.0", method, params: { uri } });
      return { contents: [{ uri, text: `read ${reads}` }], staleness: "of the server" };
    },
  });
  const { client } = make();
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  client.listen("a", { resourceSubscriptions: ["x"] });
  await arrived();
  expect(await client.readResource("a", "x")).toEqual({
    contents: [{ uri: "x", text: "read 2" }],
    staleness: { type: "outdated", message: "a told of a change while it was read." },
  });
  // What is fresh has no mark, whatever the server says.
  expect(await client.readResource("a", "x")).toEqual({ contents: [{ uri: "x", text: "read 3" }] });
  await client.close();
});

test("what a store gives for a resource and is none counts as not kept", async () => {
  const kept = new Map<string, unknown>();
  const store = {
    get: (key: string) => {
      const entry = kept.get(key);
      return entry === undefined ? undefined : { ...(entry as object), value: {} };
    },
    set: (key: string, entry: unknown) => void kept.set(key, entry),
    delete: (key: string) => void kept.delete(key),
  };
  const a = modern("a", [], {
    "server/discover": discovering({ resources: {} }),
    "resources/read": ({ params }) => ({
      resultType: "complete",
      ttlMs: 60_000,
      cacheScope: "public",
      contents: [{ uri: params?.["uri"], text: "x" }],
    }),
  });
  const { client, events } = make({ clock: new ManualClock(), cache: { store: store as never } });
  client.addServer("a", a.transport);
  await client.connect();
  for (const _ of [1, 2]) {
    expect(await client.readResource("a", "x")).toMatchObject({ contents: [{ text: "x" }] });
  }
  await arrived();
  expect(methods(a).filter((method) => method === "resources/read")).toHaveLength(2);
  expect(ofType(events, "store_fault")).toMatchObject([{ fault: { code: "invalid_entry" } }]);
  await client.close();
});
