import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, methods } from "./harness.js";
import {
  type Answers,
  arrived,
  discovering,
  error,
  initializing,
  legacy,
  modern,
} from "./servers.js";

const withResources = { resources: {} };

function holding(name: string, answers: Answers = {}) {
  return modern(name, [], {
    "server/discover": discovering(withResources),
    "resources/list": () => ({
      resultType: "complete",
      resources: [{ uri: "note://1", name: "one" }],
    }),
    "resources/read": ({ params }) => ({
      resultType: "complete",
      contents: [{ uri: params?.["uri"], text: `of ${name}` }],
    }),
    ...answers,
  });
}

test("resources are listed and read by server and URI: two servers may have the same one", async () => {
  const a = holding("a");
  const b = holding("b");
  const { client } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport);
  await client.connect();
  for (const server of ["a", "b"]) {
    expect(await client.listResources(server)).toEqual({
      peer: server,
      items: [{ uri: "note://1", name: "one" }],
      refused: [],
    });
    expect(await client.readResource(server, "note://1")).toMatchObject({
      contents: [{ uri: "note://1", text: `of ${server}` }],
    });
  }
  await client.close();
});

test("what a server lists beside its resources is left out, each with its reason", async () => {
  const a = holding("a", {
    "resources/list": () => ({
      resultType: "complete",
      resources: [7, { uri: "note://1", name: "one" }, { uri: "note://2" }, { name: "three" }],
    }),
    "resources/templates/list": () => ({
      resultType: "complete",
      resourceTemplates: [
        { uriTemplate: "note://{n}", name: "any" },
        { uri: "x", name: "y" },
      ],
    }),
  });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  const { items, refused } = await client.listResources("a");
  expect(items).toEqual([{ uri: "note://1", name: "one" }]);
  expect(refused).toEqual([
    { value: 7, why: "it is not an object" },
    { value: { uri: "note://2" }, why: "its name is not text" },
    { value: { name: "three" }, why: "its uri is not text" },
  ]);
  expect(await client.listResourceTemplates("a")).toMatchObject({
    items: [{ uriTemplate: "note://{n}", name: "any" }],
    refused: [{ why: "its uriTemplate is not text" }],
  });
  await client.close();
});

test.each([
  ["a modern server", -32602],
  ["a server of an older revision", -32002],
])("a resource that does not exist at %s is told by a code of its own", async (_, code) => {
  const a = holding("a", { "resources/read": (frame) => error(frame, code) });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.readResource("a", "note://9")).rejects.toMatchObject({
    code: "resource_not_found",
    rpcCode: code,
    message: `a has no resource "note://9": ${code} "no".`,
  });
  await client.close();
});

test.each([
  ["neither text nor a blob", [{ uri: "x" }]],
  ["both", [{ uri: "x", text: "", blob: "" }]],
  ["no URI", [{ text: "" }]],
  ["no contents", undefined],
])("contents with %s are an invalid result", async (_, contents) => {
  const a = holding("a", { "resources/read": () => ({ resultType: "complete", contents }) });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.readResource("a", "x")).rejects.toMatchObject({ code: "invalid_result" });
  await client.close();
});

test("a resource without contents is one that is there", async () => {
  const a = holding("a", { "resources/read": () => ({ resultType: "complete", contents: [] }) });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  expect(await client.readResource("a", "note://1")).toMatchObject({ contents: [] });
  await client.close();
});

test("what a server did not declare is not sent, and fails with its name, in either era", async () => {
  const a = modern("a", ["t"]);
  const b = legacy("b", ["u"], { initialize: initializing({ tools: {} }) });
  const { client } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  const before = [methods(a).length, methods(b).length];
  for (const server of ["a", "b"]) {
    for (const [ask, capability, method] of [
      [client.listResources(server), "resources", "resources/list"],
      [client.listResourceTemplates(server), "resources", "resources/templates/list"],
      [client.readResource(server, "x"), "resources", "resources/read"],
      [client.request(server, "prompts/get"), "prompts", "prompts/get"],
      [client.setLogLevel(server, "info"), "logging", "logging/setLevel"],
      [
        client.complete({ peer: server, uriTemplate: "x" }, { name: "n", value: "" }),
        "completions",
        "completion/complete",
      ],
    ] as const) {
      await expect(ask).rejects.toMatchObject({
        code: "not_declared",
        message: `${server} does not declare ${capability}, so ${method} was not sent to it.`,
      });
    }
  }
  expect([methods(a).length, methods(b).length]).toEqual(before);
  await client.close();
});

test("a resource of a server that is down: it fails at once, or waits until the server is back", async () => {
  const clock = new ManualClock();
  const a = holding("a");
  const { client } = make({ clock, random: () => 1 });
  client.addServer("a", a.transport);
  await client.connect();
  a.peers[0]?.end();
  await arrived();
  await expect(client.readResource("a", "note://1")).rejects.toMatchObject({
    code: "peer_unavailable",
  });
  await expect(client.listResources("a")).rejects.toMatchObject({ code: "peer_unavailable" });
  const waits = { whenUnavailable: "wait" } as const;
  const read = client.readResource("a", "note://1", waits);
  const list = client.listResources("a", waits);
  await arrived();
  clock.advance(500);
  expect(await read).toMatchObject({ contents: [{ text: "of a" }] });
  expect(await list).toMatchObject({ items: [{ uri: "note://1" }] });
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("a read that is lost on its way is made again on the next connection, with a new id", async () => {
  const clock = new ManualClock();
  let lost = false;
  const a = holding("a", {
    "resources/read": ({ params }) => {
      if (lost) return { resultType: "complete", contents: [{ uri: params?.["uri"], text: "" }] };
      lost = true;
      a.peers[0]?.end();
      return undefined;
    },
  });
  const { client } = make({ clock, random: () => 1 });
  client.addServer("a", a.transport);
  await client.connect();
  const read = client.readResource("a", "note://1");
  await arrived();
  clock.advance(500);
  expect(await read).toMatchObject({ contents: [{ uri: "note://1" }] });
  expect(methods(a).filter((method) => method === "resources/read")).toHaveLength(2);
  await client.close();
});

test("T1: a silent read fails at its total limit, and is cancelled on the wire", async () => {
  const clock = new ManualClock();
  const a = holding("a", {
    "resources/read": () => undefined,
    "notifications/cancelled": () => undefined,
  });
  const { client } = make({ clock });
  client.addServer("a", a.transport);
  await client.connect();
  const read = client.readResource("a", "note://1", { totalMs: 500 });
  const failed = expect(read).rejects.toMatchObject({ code: "timed_out" });
  await arrived();
  clock.advance(500);
  await failed;
  await arrived();
  const asked = a.received.find(({ method }) => method === "resources/read");
  expect(a.received.at(-1)).toMatchObject({
    method: "notifications/cancelled",
    params: { requestId: asked?.id },
  });
  await client.close();
  expect(clock.waiting).toBe(0);
});
