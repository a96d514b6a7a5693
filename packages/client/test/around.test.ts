import { expect, test } from "vitest";
import type { Around, Ending, Operation } from "../src/index.js";
import { make, methods } from "./harness.js";
import { error, modern, type Server } from "./servers.js";

/** Everything that is told: what begins, and how it ends, in that order. */
function watching(): { readonly around: Around; readonly told: string[] } {
  const told: string[] = [];
  const around = async <E extends Ending>(operation: Operation, act: () => Promise<E>) => {
    const what = nameOf(operation);
    told.push(`> ${what}`);
    const ending = await act();
    const { failure } = ending;
    const end = failure === undefined ? "ok" : [failure.code, failure.rpcCode].join(" ").trim();
    told.push(`< ${what}: ${end}`);
    return ending;
  };
  return { around, told };
}

function nameOf(operation: Operation): string {
  if (operation.type === "connect") return `connect ${operation.peer.name}`;
  const { method, peer, entry, uri } = operation;
  const names = entry && `${entry.canonical}=${entry.local}`;
  return [method, peer?.name, names, uri].filter((part) => part !== undefined).join(" ");
}

const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };

const everything = (name: string): Server =>
  modern(name, ["add", "refuse", "fail"], {
    "server/discover": () => ({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities,
    }),
    "prompts/list": () => ({ resultType: "complete", prompts: [{ name: "hello" }] }),
    "prompts/get": () => ({ resultType: "complete", messages: [] }),
    "resources/list": () => ({ resultType: "complete", resources: [] }),
    "resources/read": (frame) =>
      frame.params?.["uri"] === "a:1"
        ? {
            resultType: "complete",
            contents: [{ uri: "a:1", text: "" }],
            ttlMs: 60_000,
            cacheScope: "private",
          }
        : error(frame, -32602),
    "completion/complete": () => ({ resultType: "complete", completion: { values: [] } }),
    "vendor/thing": () => ({ resultType: "complete" }),
    "tools/call": (frame) =>
      frame.params?.["name"] === "refuse"
        ? error(frame, -32603)
        : {
            resultType: "complete",
            content: [],
            isError: frame.params?.["name"] === "fail",
          },
  });

test("a bring-up is told with its lists in it, and what came of it", async () => {
  const { around, told } = watching();
  const { client } = make({ around });
  client.addServer("a", everything("a").transport);
  client.addServer("b", modern("b", [], { "server/discover": (f) => error(f, -32601) }).transport);
  await client.connect();
  expect(told.filter((line) => line.endsWith("b") || line.includes("b:"))).toEqual([
    "> connect b",
    "< connect b: legacy_not_allowed",
  ]);
  expect(told.filter((line) => !line.includes(" b"))).toEqual([
    "> connect a",
    "> tools/list a",
    "> prompts/list a",
    "< tools/list a: ok",
    "< prompts/list a: ok",
    "< connect a: ok",
  ]);
  await client.close();
});

test("whatever is asked is told with its names, and its result or error is the caller's", async () => {
  const { around, told } = watching();
  const { client } = make({ around });
  client.addServer("first", modern("first", ["add"]).transport);
  client.addServer("a", everything("a").transport);
  await client.connect();
  told.length = 0;
  expect(await client.callTool("a/add")).toMatchObject({ content: [] });
  expect(await client.callTool("fail")).toMatchObject({ isError: true });
  await expect(client.callTool("refuse")).rejects.toMatchObject({ rpcCode: -32603 });
  await expect(client.callTool("nobody's")).rejects.toMatchObject({ code: "unknown_tool" });
  await client.getPrompt("hello");
  await client.complete({ prompt: "hello" }, { name: "x", value: "" });
  await client.complete({ peer: "a", uriTemplate: "a:{x}" }, { name: "x", value: "" });
  await client.readResource("a", "a:1");
  await expect(client.readResource("a", "a:2")).rejects.toMatchObject({
    code: "resource_not_found",
  });
  await client.listResources("a");
  await client.request("a", "vendor/thing");
  const operations = [
    ["tools/call a a/add=add", "ok"],
    ["tools/call a fail=fail", "tool_error"],
    ["tools/call a refuse=refuse", "rpc_error -32603"],
    ["tools/call", "unknown_tool"],
    ["prompts/get a hello=hello", "ok"],
    ["completion/complete a hello=hello", "ok"],
    ["completion/complete a", "ok"],
    ["resources/read a a:1", "ok"],
    ["resources/read a a:2", "resource_not_found -32602"],
    ["resources/list a", "ok"],
    ["vendor/thing a", "ok"],
  ];
  expect(told).toEqual(operations.flatMap(([what, end]) => [`> ${what}`, `< ${what}: ${end}`]));
  await client.close();
});

test("what is given from the cache is no operation, and what many share is one", async () => {
  const { around, told } = watching();
  const { client } = make({ around });
  client.addServer("a", everything("a").transport);
  await client.connect();
  told.length = 0;
  await Promise.all([client.readResource("a", "a:1"), client.readResource("a", "a:1")]);
  await client.readResource("a", "a:1");
  await Promise.all([client.listResources("a"), client.listResources("a")]);
  expect(told).toEqual([
    "> resources/read a a:1",
    "< resources/read a a:1: ok",
    "> resources/list a",
    "< resources/list a: ok",
  ]);
  await client.close();
});

test("where a peer stands is told as it is when that is asked", async () => {
  const states: string[] = [];
  const { client } = make({
    around: async (operation, act) => {
      const tell = (): number => states.push(operation.peer?.report().state ?? "nobody");
      tell();
      const ending = await act();
      tell();
      return ending;
    },
  });
  client.addServer("a", modern("a", []).transport);
  await client.connect();
  expect([states[0], states.at(-1)]).toEqual(["connecting", "ready"]);
  await client.close();
});

test("a trace goes into the requests for lists, and one that is not valid keeps no list away", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  let context = { traceparent, tracestate: "Not=Valid", baggage: "a=1" };
  const one = modern("one", ["add"]);
  const { client } = make({ trace: () => context });
  client.addServer("one", one.transport);
  await client.connect();
  expect(one.received.at(-1)?.params?.["_meta"]).toMatchObject({ traceparent, baggage: "a=1" });
  expect(one.received.at(-1)?.params?.["_meta"]).not.toHaveProperty("tracestate");
  context = { ...context, traceparent: "nonsense" };
  await client.listTools();
  expect(methods(one)).toEqual(["server/discover", "tools/list", "tools/list"]);
  expect(one.received.at(-1)?.params?.["_meta"]).not.toHaveProperty("traceparent");
  expect(client.tools).toHaveLength(1);
  await client.close();
});
