import { memoryTransport } from "@x/connection";
import { expect, test } from "vitest";
import { fromSdkTransport, toSdkTransport } from "../src/index.js";
import { bridged, connectOfficial, pendingCall } from "./support/bridged.js";
import { arrived, HandMade } from "./support/hand-made.js";

const ping = { jsonrpc: "2.0", id: 0, method: "ping" } as const;

test("what is no message is refused before it is sent", async () => {
  const transport = toSdkTransport(memoryTransport(() => {}));
  await transport.start();
  await expect(
    transport.send({ jsonrpc: "2.0", id: 1.5, method: "tools/call" }),
  ).rejects.toMatchObject({ code: "invalid_message", message: expect.stringContaining("id") });
  await transport.close();
});

test("an unusable answer ends the official client's call at once, and is reported", async () => {
  const modern = await bridged("modern");
  const [result, id] = await pendingCall(modern);
  modern.peer.send(JSON.stringify({ jsonrpc: "2.0", id, result: "text" }));
  await expect(result).rejects.toMatchObject({
    code: "no_answer",
    fault: "remote",
    cause: { type: "malformed", fault: { code: "invalid_result" } },
  });
  expect(modern.codes()).toEqual(["peer_fault"]);
  await modern.client.close();
});

test("F6: an id of another type does not reach the official client, which would take it for its own", async () => {
  const modern = await bridged("modern");
  const [result, id] = await pendingCall(modern);
  const wrong = { resultType: "complete", content: [{ type: "text", text: "wrong" }] };
  modern.peer.send({ jsonrpc: "2.0", id: String(id), result: wrong });
  modern.peer.send({ jsonrpc: "2.0", id: Number(id), result: { ...wrong, content: [] } });
  expect(await result).toMatchObject({ content: [] });
  expect(modern.codes()).toEqual(["peer_fault"]);
  await modern.client.close();
});

test("F10: a modern server's request is reported and not answered", async () => {
  const modern = await bridged("modern");
  modern.peer.send({ jsonrpc: "2.0", id: 7, method: "sampling/createMessage" });
  await arrived();
  expect(modern.reported).toMatchObject([
    { code: "peer_fault", cause: { code: "server_request" } },
  ]);
  expect(modern.sent).toEqual([]);
  await modern.client.close();
});

test("a legacy server's ping is answered below the official client, and an unknown request by it", async () => {
  const legacy = await bridged("legacy");
  legacy.peer.send({ jsonrpc: "2.0", id: "a", method: "ping" });
  legacy.peer.send({ jsonrpc: "2.0", id: "b", method: "roots/list" });
  await arrived();
  expect(legacy.sent.slice(1)).toEqual([
    { jsonrpc: "2.0", id: "a", result: {} },
    { jsonrpc: "2.0", id: "b", error: { code: -32601, message: "Method not found" } },
  ]);
  expect(legacy.reported).toEqual([]);
  await legacy.client.close();
});

test("F9: a reply to a request that was called off is left to the official client, as over its own transports", async () => {
  const modern = await bridged("modern");
  const caller = new AbortController();
  const result = modern.client.callTool({ name: "x" }, { signal: caller.signal });
  await arrived();
  caller.abort("enough");
  await expect(result).rejects.toThrow("enough");
  modern.peer.send({ jsonrpc: "2.0", id: 0, result: { resultType: "complete", content: [] } });
  await arrived();
  expect(modern.reported).toMatchObject([
    { message: expect.stringContaining("unknown message ID") },
  ]);
  await modern.client.close();
});

test("a notification that belongs to no request reaches the official client's handler", async () => {
  const legacy = await bridged("legacy");
  let changes = 0;
  legacy.client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes++;
  });
  legacy.peer.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  await arrived();
  expect(changes).toBe(1);
  await legacy.client.close();
});

test("S4: a subscription that the server cancels ends at the official client", async () => {
  const modern = await bridged("modern");
  const listening = modern.client.listen({ toolsListChanged: true });
  await arrived();
  const id = modern.sent.at(-1)?.["id"];
  modern.peer.send({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: {
      notifications: { toolsListChanged: true },
      _meta: { "io.modelcontextprotocol/subscriptionId": id },
    },
  });
  const subscription = await listening;
  modern.peer.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: id, reason: "busy" },
  });
  expect(await subscription.closed).toBe("remote");
  expect(modern.reported).toEqual([]);
  await modern.client.close();
});

test.each([
  ["HTTP status 401", Object.assign(new Error("no"), { name: "UnauthorizedError" })],
  ["getaddrinfo", new Error("getaddrinfo ENOTFOUND")],
])(
  "a request that the transport could not deliver fails the official client's call: %s",
  async (text, error) => {
    const sdk = new HandMade();
    sdk.onSend = () => Promise.reject(error);
    const transport = fromSdkTransport(() => sdk, { binding: { type: "memory", name: "x" } });
    await expect(connectOfficial(transport)).rejects.toMatchObject({
      code: "no_answer",
      message: expect.stringContaining(text),
    });
  },
);

test("an id that is pending already, or one request too many, is refused by send", async () => {
  const transport = toSdkTransport(memoryTransport(() => {}, { maxPending: 1 }));
  await transport.start();
  const pending = transport.send(ping);
  await expect(transport.send(ping)).rejects.toMatchObject({ code: "duplicate_id" });
  await expect(transport.send({ ...ping, id: 1 })).rejects.toMatchObject({
    code: "too_many_pending",
  });
  await transport.close();
  await pending;
});

test("a request's headers go down to the transport", async () => {
  const sdk = new HandMade();
  const binding = { type: "memory", name: "x" } as const;
  const transport = toSdkTransport(fromSdkTransport(() => sdk, { binding }));
  await transport.start();
  const headers = { "Mcp-Param-City": "Oslo" };
  const pending = transport.send(ping, { headers });
  expect(sdk.sentOptions).toMatchObject([{ headers }]);
  await transport.close();
  await pending;
});
