import { expect, test, vi } from "vitest";
import { parseTranscript } from "../src/index.js";
import {
  CALL,
  dataOf,
  done,
  endpoint,
  eventsOf,
  INITIALIZE,
  LIST,
  messagesOf,
  post,
} from "./support/http-talk.js";

const LEGACY = parseTranscript("* legacy");
const CHANGED = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };

test("a session begins with initialize, is named from there on, and ends by DELETE", async () => {
  const server = await endpoint(LEGACY, { style: "legacy", session: "s" });
  expect((await post(server, { ...CALL, method: "server/discover" })).status).toBe(200);
  const begun = await post(server, INITIALIZE);
  expect(begun.headers.get("mcp-session-id")).toBe("s-1");
  const headers = { "mcp-session-id": "s-1" };
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect((await post(server, initialized, { headers })).status).toBe(202);
  expect((await post(server, CALL)).status).toBe(400);
  expect((await fetch(server.url)).status).toBe(400);
  const foreign = { headers: { "mcp-session-id": "another" } };
  for (const method of ["GET", "POST", "DELETE"]) {
    const body = method === "POST" ? JSON.stringify(CALL) : null;
    expect((await fetch(server.url, { method, body, ...foreign })).status).toBe(404);
  }
  const answered = await post(server, CALL, { headers });
  expect(await messagesOf(answered)).toMatchObject([{ id: 1, result: {} }]);
  expect((await fetch(server.url, { method: "DELETE", headers })).status).toBe(200);
  expect((await post(server, CALL, { headers })).status).toBe(404);
  expect((await post(server, INITIALIZE)).headers.get("mcp-session-id")).toBe("s-2");
  expect(server.log.filter((line) => /^[+-]/.test(line))).toEqual(["+", "-", "+"]);
});

test("a session is given up for the one that begins next, and none begins by an error", async () => {
  const server = await endpoint(
    `
+
* legacy
+
* {"id":1,"method":"initialize"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}
* legacy`,
    { style: "legacy", session: "s", replies: "json" },
  );
  expect((await post(server, INITIALIZE)).headers.get("mcp-session-id")).toBe("s-1");
  expect((await post(server, INITIALIZE)).headers.get("mcp-session-id")).toBeNull();
  expect((await post(server, CALL, { headers: { "mcp-session-id": "s-1" } })).status).toBe(404);
  expect((await post(server, CALL)).status).toBe(200);
});

test("a server without sessions has none to end", async () => {
  const server = await endpoint(LEGACY, { style: "legacy" });
  expect((await post(server, INITIALIZE)).headers.get("mcp-session-id")).toBeNull();
  expect((await fetch(server.url, { method: "DELETE" })).status).toBe(405);
});

test("what the server says unasked comes on the stream of a GET, and before there is one on a reply", async () => {
  const server = await endpoint(
    `
> {"id":1,"method":"tools/call"}
< ${JSON.stringify(CHANGED)}
> {"id":2,"method":"tools/list"}
< ${JSON.stringify(CHANGED)}
< {"jsonrpc":"2.0","id":"e","method":"elicitation/create"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
> {"id":"e","result":{"action":"accept"}}
${done(1)}
${done(2)}`,
    { style: "legacy" },
  );
  const call = eventsOf(await post(server, CALL));
  expect(dataOf((await call.next()).value ?? "")).toEqual(CHANGED);
  const standing = eventsOf(await fetch(server.url));
  const list = eventsOf(await post(server, LIST));
  expect(dataOf((await standing.next()).value ?? "")).toEqual(CHANGED);
  expect(dataOf((await standing.next()).value ?? "")).toMatchObject({ id: "e" });
  expect(dataOf((await list.next()).value ?? "")).toMatchObject({ params: { progressToken: 2 } });
  const answer = { jsonrpc: "2.0", id: "e", result: { action: "accept" } };
  expect((await post(server, answer)).status).toBe(202);
  expect(dataOf((await call.next()).value ?? "")).toMatchObject({ id: 1 });
  expect(dataOf((await list.next()).value ?? "")).toMatchObject({ id: 2 });
  expect(await call.next()).toMatchObject({ done: true });
});

test("the end of a reply by the client means nothing", async () => {
  const server = await endpoint(
    `\n> {"id":1,"method":"tools/call"}\n> {"id":2,"method":"tools/list"}\n${done(2)}`,
    { style: "legacy" },
  );
  const controller = new AbortController();
  const reply = post(server, CALL, { signal: controller.signal });
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  controller.abort();
  await expect(reply).rejects.toThrow();
  expect(await messagesOf(await post(server, LIST))).toMatchObject([{ id: 2 }]);
  expect(server.deviations).toEqual([]);
});

test("a stream that was broken goes on from the last event, on the stream that it was", async () => {
  const server = await endpoint(
    `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
> {"method":"notifications/go"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}
${done(1)}`,
    { style: "legacy", resumable: true, retryMs: 20 },
  );
  const events = eventsOf(await post(server, CALL));
  const first = [(await events.next()).value, (await events.next()).value];
  expect(first[0]).toBe("id: s1-1\nretry: 20\ndata: ");
  expect(first[1]).toMatch(/^id: s1-2\ndata: \{.*"progress":1\}\}$/);
  server.cut();
  await expect(events.next()).rejects.toThrow();
  await post(server, { jsonrpc: "2.0", method: "notifications/go" });
  const resumed = await fetch(server.url, { headers: { "last-event-id": "s1-2" } });
  expect(await messagesOf(resumed)).toMatchObject([
    { method: "notifications/progress", params: { progress: 2 } },
    { id: 1, result: { of: 1 } },
  ]);
  const again = await fetch(server.url, { headers: { "last-event-id": "s1-3" } });
  expect(await messagesOf(again)).toMatchObject([{ id: 1 }]);
  expect(server.undelivered).toEqual([]);
});

test("a stream of a GET goes on as well, and an unknown event id begins a new one", async () => {
  const server = await endpoint(`\n> {"method":"notifications/go"}\n< ${JSON.stringify(CHANGED)}`, {
    style: "legacy",
    resumable: true,
  });
  const standing = eventsOf(await fetch(server.url));
  expect((await standing.next()).value).toBe("id: s1-1\ndata: ");
  server.cut();
  await expect(standing.next()).rejects.toThrow();
  await post(server, { jsonrpc: "2.0", method: "notifications/go" });
  const resumed = eventsOf(await fetch(server.url, { headers: { "last-event-id": "s1-1" } }));
  expect(dataOf((await resumed.next()).value ?? "")).toEqual(CHANGED);
  const other = eventsOf(await fetch(server.url, { headers: { "last-event-id": "s9-1" } }));
  expect((await other.next()).value).toBe("id: s2-1\ndata: ");
});
