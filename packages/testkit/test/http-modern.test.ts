import { request as httpRequest } from "node:http";
import { expect, test, vi } from "vitest";
import {
  CALL,
  dataOf,
  done,
  endpoint,
  eventsOf,
  LIST,
  messagesOf,
  post,
} from "./support/http-talk.js";

const TWO = `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}`;

test("every request has the reply that its answer comes on, whatever order they came in", async () => {
  const server = await endpoint(`${TWO}\n${done(2)}\n${done(1)}`);
  const replies = [
    await Promise.all([post(server, { ...LIST, id: "b" }), post(server, CALL)]),
  ].flat();
  expect(replies.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
    [200, "text/event-stream"],
    [200, "text/event-stream"],
  ]);
  expect(await Promise.all(replies.map(messagesOf))).toEqual([
    [{ jsonrpc: "2.0", id: "b", result: { of: 2 } }],
    [{ jsonrpc: "2.0", id: 1, result: { of: 1 } }],
  ]);
});

test("what names a request comes on its stream, and the rest on the oldest that is open", async () => {
  const server = await endpoint(`
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"a"}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
< {"jsonrpc":"2.0","method":"x","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}
< {"jsonrpc":"2.0","method":"b"}
< {"jsonrpc":"2.0","id":"mine","method":"ping"}
< {"jsonrpc":"2.0","id":987654321,"result":{}}
< not a message
${done(1)}
< {"jsonrpc":"2.0","method":"c"}
< {"jsonrpc":"2.0","id":1,"result":{"again":true}}
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`);
  const first = await post(server, CALL);
  const second = await post(server, LIST);
  expect(await messagesOf(first)).toMatchObject([
    { method: "a" },
    { method: "b" },
    { method: "ping" },
    { id: 987654321 },
    "not a message",
    { id: 1 },
  ]);
  expect(await messagesOf(second)).toMatchObject([
    { method: "notifications/progress" },
    { method: "x" },
    { method: "c" },
    { id: 1, result: { again: true } },
    { method: "notifications/cancelled" },
  ]);
  expect(server.undelivered).toEqual([]);
});

test("a JSON reply is one body where the answer, or what is no message, comes first", async () => {
  const server = await endpoint(`\n* {"id":1,"method":"a"}\n< no message\n* modern`, {
    style: "modern",
    replies: "json",
  });
  const reply = await post(server, CALL);
  expect(reply.headers.get("content-type")).toBe("application/json");
  expect(await reply.json()).toMatchObject({ id: 1, result: { resultType: "complete" } });
  expect(await (await post(server, { ...CALL, method: "a" })).text()).toBe("no message");
});

test("a JSON reply is a stream where something comes before the answer", async () => {
  const script = `\n> {"id":1,"method":"tools/call"}\n< {"jsonrpc":"2.0","method":"a"}\n${done(1)}`;
  const server = await endpoint(script, { style: "modern", replies: "json" });
  expect(await messagesOf(await post(server, CALL))).toMatchObject([{ method: "a" }, { id: 1 }]);
});

test.each([
  [-32601, 404],
  [-32020, 400],
  [-32021, 400],
  [-32022, 400],
  [-32602, 200],
])("the error %i has the status %i", async (code, status) => {
  const error = { code, message: "no" };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, error });
  const server = await endpoint(`\n> {"id":1}\n< ${text}`, { style: "modern", replies: "json" });
  const reply = await post(server, CALL);
  expect([reply.status, await reply.json()]).toEqual([status, { jsonrpc: "2.0", id: 1, error }]);
});

test("nothing but POST is taken, and a notification is accepted without a body", async () => {
  const server = await endpoint(`\n> {"method":"notifications/go"}`);
  for (const method of ["GET", "DELETE"]) {
    const reply = await fetch(server.url, { method });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "POST"]);
  }
  const accepted = await post(server, { jsonrpc: "2.0", method: "notifications/go" });
  expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
  expect((await fetch(new URL("/elsewhere", server.url))).status).toBe(404);
  expect((await post(server, {}, { body: "" })).status).toBe(400);
});

test("the end of a reply by the client is its cancellation", async () => {
  const server = await endpoint(`
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"a"}
> {"method":"notifications/cancelled","params":{"requestId":1}}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":1,"result":{}}
${done(2)}`);
  const controller = new AbortController();
  await post(server, CALL, { signal: controller.signal });
  controller.abort();
  expect(await messagesOf(await post(server, LIST))).toMatchObject([{ id: 2 }]);
  expect(server.log.slice(2)).toEqual([
    '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    `> ${JSON.stringify(LIST)}`,
  ]);
  expect(server.undelivered).toMatchObject([expect.stringContaining('"id":1')]);
  expect(server.requests.map(({ reply }) => reply)).toEqual(["cut", "ended"]);
});

test("a cancellation is a deviation where something else is to come, and nothing where nothing is", async () => {
  const expecting = await endpoint(`${TWO}`);
  const ended = await endpoint(`\n> {"id":1,"method":"tools/call"}`);
  for (const server of [expecting, ended]) {
    const controller = new AbortController();
    const reply = post(server, CALL, { signal: controller.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    controller.abort();
    await expect(reply).rejects.toThrow();
    await vi.waitFor(() => expect(server.requests[0]?.reply).toBe("cut"));
  }
  expect(expecting.deviations).toEqual([
    'transcript expects {"id":2,"method":"tools/list"} (line 3); the client sent {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
  ]);
  expect(ended.deviations).toEqual([]);
});

test("what the transcript does not have is refused with a sentence, as is all that follows", async () => {
  const server = await endpoint(TWO);
  const pending = post(server, CALL);
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  const refused = await post(server, { jsonrpc: "2.0", method: "notifications/go" });
  const sentence =
    'transcript expects {"id":2,"method":"tools/list"} (line 3); the client sent {"jsonrpc":"2.0","method":"notifications/go"}';
  for (const reply of [refused, await pending, await post(server, LIST)]) {
    expect([reply.status, await reply.text()]).toEqual([500, sentence]);
  }
  expect(server.deviations).toEqual([sentence]);
  expect(server.log.at(-1)).toBe(`# ${sentence}`);
});

test("what is said before there is a stream waits for one, and what never finds one is told", async () => {
  const server = await endpoint(`
< Starting...
> {"id":1,"method":"tools/call"}
${done(1)}
< {"jsonrpc":"2.0","method":"late"}`);
  expect(await messagesOf(await post(server, CALL))).toMatchObject(["Starting...", { id: 1 }]);
  expect(server.undelivered).toEqual(['{"jsonrpc":"2.0","method":"late"}']);
});

test("pieces are chunks of their own", async () => {
  const server = await endpoint(`\n% 1\n> {"id":1,"method":"tools/call"}\n${done(1)}`);
  const sizes = await new Promise<readonly number[]>((resolve, reject) => {
    const request = httpRequest(server.url, { method: "POST" }, (reply) => {
      const lengths: number[] = [];
      reply.on("data", (chunk: Buffer) => lengths.push(chunk.length));
      reply.on("end", () => resolve(lengths));
    });
    request.on("error", reject).end(JSON.stringify(CALL));
  });
  expect(new Set(sizes)).toEqual(new Set([1]));
});

test("a reply that was cut by the server is no cancellation", async () => {
  const server = await endpoint(
    `\n> {"id":1,"method":"tools/call"}\n< {"jsonrpc":"2.0","method":"a"}\n> {"id":2,"method":"tools/list"}\n${done(2)}`,
  );
  const events = eventsOf(await post(server, CALL));
  expect(dataOf((await events.next()).value ?? "")).toMatchObject({ method: "a" });
  server.cut();
  await expect(events.next()).rejects.toThrow();
  expect(await messagesOf(await post(server, LIST))).toMatchObject([{ id: 2 }]);
  expect(server.deviations).toEqual([]);
});
