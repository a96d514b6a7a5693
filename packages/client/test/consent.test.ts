import { expect, test } from "vitest";
import { make, methods } from "./harness.js";
import { arrived, legacy, modern } from "./servers.js";

test("a guard decides about every call before anything is sent, and its word is told", async () => {
  const a = modern("a", ["search"]);
  const seen: string[] = [];
  const { client } = make({
    guard: ({ canonical, peer, arguments: { query } }) => {
      seen.push(`${peer} ${canonical}`);
      return query === "bad" ? { deny: "the user said no" } : "allow";
    },
  });
  client.addServer("a", a.transport);
  await client.connect();
  await client.callTool("search", { query: "good" });
  const before = methods(a).length;
  await expect(client.callTool("search", { query: "bad" })).rejects.toMatchObject({
    code: "denied",
    message: '"search" of a was not called: it was denied (the user said no).',
  });
  expect(methods(a)).toHaveLength(before);
  expect(seen).toEqual(["a search", "a search"]);
  await client.close();
});

test("progress comes to its call, and a log message on the way to the host", async () => {
  const a = modern("a", ["search"], {
    "tools/call": ({ id }) => {
      const tell = (method: string, params: object): void =>
        a.peers[0]?.send({
          jsonrpc: "2.0",
          method: `notifications/${method}`,
          params: { ...params },
        });
      tell("progress", { progressToken: id, progress: 1, total: 2 });
      tell("message", { level: "info", data: "half way" });
      return { resultType: "complete", content: [] };
    },
  });
  const { client, events } = make();
  client.addServer("a", a.transport);
  await client.connect();
  const seen: unknown[] = [];
  await client.callTool(
    "search",
    {},
    { logLevel: "info", onProgress: (progress) => seen.push(progress) },
  );
  await arrived();
  expect(seen).toEqual([{ progress: 1, total: 2 }]);
  expect(events.at(-1)).toEqual({
    type: "log",
    peer: "a",
    message: { level: "info", data: "half way" },
  });
  await client.close();
});

test("W36: what is sent is part of the host's trace, and no call with another value for it is sent", async () => {
  const a = modern("a", ["search"]);
  const b = legacy("b", ["find"]);
  const traceparent = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
  const { client } = make({ trace: () => ({ traceparent, baggage: "who=me" }) });
  client.addServer("a", a.transport);
  client.addServer("b", b.transport, { allowLegacy: true });
  await client.connect();
  await client.callTool("search");
  await client.callTool("find");
  for (const server of [a, b]) {
    expect(server.received.at(-1)?.params?.["_meta"]).toMatchObject({
      traceparent,
      baggage: "who=me",
    });
  }
  const before = methods(a).length;
  await expect(
    client.callTool("search", {}, { meta: { traceparent: "mine" } }),
  ).rejects.toMatchObject({ code: "invalid_meta_value" });
  expect(methods(a)).toHaveLength(before);
  await client.close();
});
