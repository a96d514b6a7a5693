import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods, names, pass } from "./harness.js";
import { arrived, discovering, legacy, modern, server } from "./servers.js";
import { telling, up } from "./telling.js";

test("mission: -32022 without a mutual revision fails, and no initialize is sent, allowed or not", async () => {
  for (const allowLegacy of [false, true]) {
    const a = server("a", {
      "server/discover": ({ id }) =>
        JSON.stringify({
          jsonrpc: "2.0",
          id,
          error: { code: -32022, message: "no", data: { supported: ["2027-01-01"] } },
        }),
    });
    const { client } = make();
    client.addServer("a", a.transport, { allowLegacy });
    expect(await client.connect()).toMatchObject([
      { state: "unavailable", era: "modern", reason: "no_mutual_revision" },
    ]);
    expect(methods(a)).toEqual(["server/discover"]);
    await client.close();
  }
});

test("mission: an allowed legacy peer whose initialize times out stays unknown and unavailable", async () => {
  const clock = new ManualClock();
  const a = server("a", { "server/discover": () => undefined, initialize: () => undefined });
  const { client } = make({ clock });
  client.addServer("a", a.transport, { allowLegacy: true, recover: false });
  const connecting = client.connect();
  await arrived();
  await pass(clock, 60_000);
  await pass(clock, 60_000);
  expect(await connecting).toMatchObject([
    { state: "unavailable", era: "unknown", revision: null, reason: "initialize_unanswered" },
  ]);
  expect(methods(a)).toEqual(["server/discover", "initialize"]);
  await client.close();
});

test("mission: a private list under two authorization contexts is never shared", async () => {
  const tools = (name: string) => [{ name, inputSchema: { type: "object" } }];
  let asked = 0;
  const endpoint = modern("endpoint", [], {
    "server/discover": discovering({ tools: {} }),
    "tools/list": () => {
      asked += 1;
      return {
        resultType: "complete",
        ttlMs: 600_000,
        cacheScope: "private",
        tools: tools(`of-context-${asked}`),
      };
    },
  });
  const { client } = make();
  for (const name of ["alice", "bob"]) {
    client.addServer(name, { ...endpoint.transport, authorization: async () => name });
  }
  await client.connect();
  await client.listTools();
  expect(asked).toBe(2);
  expect(names(client)).toEqual(["of-context-1", "of-context-2"]);
  await client.close();
});

test("mission: under the policy reject, start-up stops with the names of both peers", async () => {
  const a = modern("a", ["search"]);
  const b = modern("b", ["search"]);
  const { client } = make({ collision: "reject" });
  client.addServer("a", a.transport);
  client.addServer("b", b.transport);
  await expect(client.connect()).rejects.toMatchObject({
    code: "collision_rejected",
    message: expect.stringMatching(/"a".*"b".*"search"/),
  });
  expect([a.open, b.open]).toEqual([0, 0]);
});

test("mission: under the policy reject, prompts of one name stop start-up as well", async () => {
  const prompting = (name: string) =>
    modern(name, [], {
      "server/discover": discovering({ prompts: {} }),
      "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "review" }] }),
    });
  const { client } = make({ collision: "reject" });
  client.addServer("a", prompting("a").transport);
  client.addServer("b", prompting("b").transport);
  await expect(client.connect()).rejects.toMatchObject({
    code: "collision_rejected",
    message: expect.stringMatching(/"a".*"b".*"review"/),
  });
});

test("mission: a finite listen stream that is lost is listened to again with a new request id, and the tools are listed again", async () => {
  const a = telling("a", ["before"]);
  const { client, clock, connecting } = await up(a);
  await connecting;
  // Ends without a result, as a stream does that is cut.
  a.peers[0]?.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: a.listens[0], reason: "the stream is over" },
  });
  a.tools = ["after"];
  await arrived();
  await pass(clock, 1000);
  expect(a.listens).toHaveLength(2);
  expect(a.listens[1]).not.toBe(a.listens[0]);
  expect(names(client)).toEqual(["after"]);
  await client.close();
});

test("E8: a legacy server that is upgraded and restarts is modern on its new connection", async () => {
  const clock = new ManualClock();
  const answers = { isModern: false };
  const old = legacy("a", ["t"]);
  const upgraded = modern("a", ["t"]);
  const { client } = make({ clock, random: () => 0 });
  const transport = {
    binding: old.transport.binding,
    open: (options: Parameters<typeof old.transport.open>[0]) =>
      (answers.isModern ? upgraded : old).transport.open(options),
  };
  client.addServer("a", transport, { allowLegacy: true });
  expect(await client.connect()).toMatchObject([{ era: "legacy" }]);
  answers.isModern = true;
  old.peers[0]?.end();
  await arrived();
  await pass(clock, 500);
  expect(client.peers).toMatchObject([{ state: "ready", era: "modern" }]);
  expect(methods(upgraded)).toEqual(["server/discover", "tools/list"]);
  await client.close();
});
