import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { LOG_LEVELS, type LogLevel } from "../src/index.js";
import { make, methods } from "./harness.js";
import { type Answers, arrived, discovering, initializing, legacy, modern } from "./servers.js";

const EVERYTHING = { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} };

const NOTHING_LISTED: Answers = {
  "tools/list": () => ({
    resultType: "complete",
    tools: [{ name: "t", inputSchema: { type: "object" } }],
  }),
  "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "p" }] }),
  "notifications/cancelled": () => undefined,
};

async function both(answers: Answers) {
  const a = modern("a", [], {
    "server/discover": discovering(EVERYTHING),
    ...NOTHING_LISTED,
    ...answers,
  });
  const b = legacy("b", [], {
    initialize: initializing(EVERYTHING),
    ...NOTHING_LISTED,
    ...answers,
  });
  const { client, events } = make();
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  return { client, events, a, b };
}

test("an argument is completed for a prompt by its canonical name, and for a template of a server", async () => {
  const { client, a, b } = await both({
    "completion/complete": () => ({
      resultType: "complete",
      completion: { values: ["python", "pytorch"], total: 10, hasMore: true },
    }),
  });
  const typed = { name: "language", value: "py", known: { framework: "none" } };
  expect(await client.complete({ prompt: "b/p" }, typed)).toEqual({
    values: ["python", "pytorch"],
    total: 10,
    hasMore: true,
  });
  expect(b.received.at(-1)?.params).toEqual({
    ref: { type: "ref/prompt", name: "p" },
    argument: { name: "language", value: "py" },
    context: { arguments: { framework: "none" } },
  });
  await client.complete({ peer: "a", uriTemplate: "note://{n}" }, { name: "n", value: "" });
  expect(a.received.at(-1)?.params).toMatchObject({
    ref: { type: "ref/resource", uri: "note://{n}" },
    argument: { name: "n", value: "" },
  });
  await client.close();
});

test("of completions no more than 100 are taken, and what is none is an invalid result", async () => {
  let completion: unknown = { values: Array.from({ length: 101 }, (_, n) => `${n}`) };
  const { client } = await both({
    "completion/complete": () => ({ resultType: "complete", completion }),
  });
  const ask = () => client.complete({ prompt: "p" }, { name: "n", value: "" });
  const taken = await ask();
  expect(taken.values).toHaveLength(100);
  expect(taken.hasMore).toBe(true);
  completion = { values: [1] };
  await expect(ask()).rejects.toMatchObject({ code: "invalid_result" });
  await client.close();
});

test("T34: a completion may have few values or none, and need not say how many there are", async () => {
  const completions: object[] = [
    { values: [] },
    { values: ["a"], hasMore: true },
    { values: ["a"], total: "many", hasMore: "yes" },
  ];
  const { client } = await both({
    "completion/complete": () => ({ resultType: "complete", completion: completions.shift() }),
  });
  const ask = () => client.complete({ prompt: "p" }, { name: "n", value: "" });
  expect(await ask()).toEqual({ values: [], hasMore: false });
  expect(await ask()).toEqual({ values: ["a"], hasMore: true });
  expect(await ask()).toEqual({ values: ["a"], hasMore: false });
  await expect(ask()).rejects.toMatchObject({ code: "invalid_result" });
  await client.close();
});

test("a sign of life is asked for by what the era has for it", async () => {
  const { client, a, b } = await both({ ping: () => ({}) });
  expect(await client.ping("a")).toBeGreaterThanOrEqual(0);
  expect(await client.ping("b")).toBeGreaterThanOrEqual(0);
  expect(methods(a).at(-1)).toBe("server/discover");
  expect(methods(a)).not.toContain("ping");
  expect(methods(b).at(-1)).toBe("ping");
  await client.close();
});

test("a legacy server is told the log level on every connection, a modern one with every request", async () => {
  const { client, events, a, b } = await both({ "logging/setLevel": () => ({}) });
  await client.setLogLevel("a", "warning");
  await client.setLogLevel("b", "error");
  await client.callTool("t");
  expect(methods(a)).not.toContain("logging/setLevel");
  expect(a.received.at(-1)?.params?.["_meta"]).toMatchObject({
    "io.modelcontextprotocol/logLevel": "warning",
  });
  expect(b.received.at(-1)).toMatchObject({
    method: "logging/setLevel",
    params: { level: "error" },
  });
  await client.reconnect("b");
  expect(methods(b).filter((method) => method === "logging/setLevel")).toHaveLength(2);
  b.peers.at(-1)?.send({
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "error", logger: "db", data: { why: "down" } },
  });
  await arrived();
  expect(events.at(-1)).toEqual({
    type: "log",
    peer: "b",
    message: { level: "error", logger: "db", data: { why: "down" } },
  });
  await client.close();
});

test("T36: what is logged on no known level is no log message, and a logger without a name has none", async () => {
  const { client, events, b } = await both({});
  const say = async (params: object) => {
    b.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/message", params: { ...params } });
    await arrived();
    return events.at(-1);
  };
  for (const level of ["loud", 3, undefined]) {
    const params = { level, data: "x" };
    expect(await say(params)).toMatchObject({ type: "notification", peer: "b" });
  }
  expect(await say({ level: "info", logger: 7, data: "x", more: 1 })).toEqual({
    type: "log",
    peer: "b",
    message: { level: "info", data: "x" },
  });
  await client.close();
});

test("a log level that is none is refused before anything is sent", async () => {
  const { client } = await both({});
  await expect(client.setLogLevel("a", "loud" as LogLevel)).rejects.toMatchObject({
    code: "invalid_option",
    message: `"loud" is no log level; use one of ${LOG_LEVELS.join(", ")}.`,
  });
  await client.close();
});

test("a method of an extension is sent once; what has a way of its own is not", async () => {
  const { client, b } = await both({
    "example.com/hello": ({ params }) => ({ hello: params?.["name"] }),
  });
  expect(await client.request("b", "example.com/hello", { name: "you" })).toEqual({ hello: "you" });
  await expect(client.request("b", "example.com/nothing")).rejects.toMatchObject({
    code: "rpc_error",
    rpcCode: -32601,
  });
  const before = methods(b).length;
  for (const method of [
    "initialize",
    "tools/call",
    "subscriptions/listen",
    "ping",
    "",
    "notifications/x",
  ]) {
    await expect(client.request("b", method)).rejects.toMatchObject({ code: "invalid_method" });
  }
  expect(methods(b)).toHaveLength(before);
  await client.close();
});

test("a request of an extension that is lost on its way is not made again", async () => {
  const clock = new ManualClock();
  const a = modern("a", [], {
    "example.com/once": () => {
      a.peers[0]?.end();
      return undefined;
    },
  });
  const { client } = make({ clock });
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.request("a", "example.com/once")).rejects.toMatchObject({
    code: "connection_closed",
  });
  await client.close();
});
