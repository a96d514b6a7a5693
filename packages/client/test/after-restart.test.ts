import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, names, ofType, pass } from "./harness.js";
import { arrived, discovering, error, GONE, modern } from "./servers.js";

const listed = (...tools: string[]) => ({
  resultType: "complete",
  tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
});

test("L4: half a list after a restart takes no name away; it is read again until it is whole", async () => {
  const clock = new ManualClock();
  const state = { breaks: false };
  const a = modern("a", [], {
    "tools/list": (frame) => {
      if (frame.params?.["cursor"] === undefined) return { ...listed("a"), nextCursor: "2" };
      return state.breaks ? error(frame, -32603) : listed("b");
    },
  });
  const { client, events } = make({ clock, random: () => 0 });
  client.addServer("a", a.transport);
  await client.connect();
  state.breaks = true;
  a.peers[0]?.end(GONE);
  await arrived();
  await pass(clock, 500);
  expect(client.peers).toMatchObject([{ state: "ready", listProblems: { tools: "rpc_error" } }]);
  expect(names(client)).toEqual(["a", "b"]);
  expect(ofType(events, "list_failed").length).toBeGreaterThan(0);
  state.breaks = false;
  for (let second = 0; second < 20; second += 1) await pass(clock, 1000);
  expect(client.peers[0]).not.toHaveProperty("listProblems");
  await client.close();
});

test("L4: prompts that cannot be listed after a restart keep their names", async () => {
  const clock = new ManualClock();
  const state = { breaks: false };
  const a = modern("a", [], {
    "server/discover": discovering({ prompts: {} }),
    "prompts/list": (frame) =>
      state.breaks ? error(frame, -32603) : { resultType: "complete", prompts: [{ name: "p" }] },
  });
  const { client } = make({ clock, random: () => 0 });
  client.addServer("a", a.transport);
  await client.connect();
  state.breaks = true;
  a.peers[0]?.end(GONE);
  await arrived();
  await pass(clock, 500);
  expect(client.prompts.map(({ canonical }) => canonical)).toEqual(["p"]);
  await client.close();
});

test("a server in the place of another one is heard, also while the other is still on its way out", async () => {
  const old = modern("old", ["t"], { "server/discover": () => undefined });
  const a = modern("a", ["t"], {
    "server/discover": discovering({ tools: { listChanged: true } }),
    "subscriptions/listen": ({ id, params }) => {
      const _meta = { "io.modelcontextprotocol/subscriptionId": id };
      const notifications = params?.["notifications"];
      a.peers[0]?.send({
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications, _meta },
      } as never);
      return undefined;
    },
  });
  const { client } = make();
  client.addServer("a", old.transport);
  void client.connect();
  await arrived();
  void client.replaceServer("a", a.transport);
  await client.reconnect("a");
  await arrived();
  expect(methods(a)).not.toContain("notifications/cancelled");
  await client.close();
});

test("nothing of a server that was replaced is given in an outage of the one in its place", async () => {
  const holding = (text: string) =>
    modern("same", [], {
      "server/discover": discovering({ resources: {} }),
      "resources/read": (frame) =>
        text === ""
          ? error(frame, -32603)
          : { resultType: "complete", contents: [{ uri: "x", text }] },
    });
  const { client } = make({ cache: { staleIfErrorMs: 60_000 } });
  client.addServer("a", holding("secret of the old one").transport);
  await client.connect();
  await client.readResource("a", "x");
  await client.replaceServer("a", holding("").transport);
  await client.connect();
  await expect(client.readResource("a", "x")).rejects.toMatchObject({ code: "rpc_error" });
  await client.close();
});

test("a transport that cannot say whose results these are leaves no connection behind, and shares nothing", async () => {
  const a = modern("a", ["t"]);
  const transport = {
    ...a.transport,
    authorization: async () => {
      throw new Error("no digest");
    },
  };
  const { client } = make();
  client.addServer("a", transport);
  expect(await client.connect()).toMatchObject([{ state: "ready", tools: 1 }]);
  await client.close();
  expect(a.open).toBe(0);
});

test("filters that are no lists of patterns are refused where they are given", () => {
  const { client } = make();
  const { transport } = modern("a", ["t"]);
  expect(() => client.addServer("a", transport, { tools: { include: "t" as never } })).toThrow(
    expect.objectContaining({ code: "invalid_option" }),
  );
});

test("a call can wait for a server whose turn to be brought up has not come", async () => {
  const a = modern("a", ["s"]);
  const b = modern("b", ["t"]);
  const { client } = make({ maxConnecting: 1 });
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, {});
  const connecting = client.connect();
  const read = client.listResources("b", { whenUnavailable: "wait" });
  await expect(read).rejects.toMatchObject({ code: "not_declared" });
  await connecting;
  await client.close();
});
