import { ManualClock } from "@x/connection";
import { expect, test, vi } from "vitest";
import { HTTP_FAULTS, type HttpFaultName, insteadOf } from "../src/index.js";
import {
  answersOf,
  CALL,
  dataOf,
  endpoint,
  eventsOf,
  INITIALIZE,
  LIST,
  messagesOf,
  post,
  postPlainly,
} from "./support/http-talk.js";

const PROBE = { jsonrpc: "2.0", id: 1, method: "server/discover" };

test.each<HttpFaultName>(["text_500", "html_200", "empty_202", "text_400", "text_404", "text_405"])(
  "E6: the probe of a legacy server gets %s, and initialize is answered well",
  async (name) => {
    const server = await endpoint(`\n* legacy`, {
      style: "legacy",
      session: "s",
      instead: insteadOf({ method: "server/discover" }, HTTP_FAULTS[name]),
    });
    const probed = await post(server, PROBE);
    expect([probed.status, await isMessage(probed)]).toEqual([Number(name.slice(-3)), false]);
    const [answer] = await messagesOf(await post(server, INITIALIZE));
    expect(answer).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  },
);

test.each<[HttpFaultName, string]>([
  ["unauthorized_401", "www-authenticate"],
  ["unauthorized_401_rpc", "www-authenticate"],
  ["forbidden_403", "content-type"],
  ["proxy_407", "proxy-authenticate"],
  ["limited_429", "retry-after"],
  ["elsewhere_307", "location"],
])("E7: the probe of a legacy server gets %s, with what it needs in %s", async (name, header) => {
  const server = await endpoint(`\n* legacy`, {
    style: "legacy",
    instead: insteadOf({ method: "server/discover" }, HTTP_FAULTS[name]),
  });
  const { status, headers } = await postPlainly(server, PROBE);
  expect([status, headers[header]]).toEqual([
    Number(/\d{3}/.exec(name)?.[0]),
    expect.stringMatching(/./),
  ]);
  expect(server.log).toEqual([]);
});

test("E12: a legacy server says during a session what only a modern one says, and is one from then on", async () => {
  const server = await endpoint(
    `
+
* {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}}
* legacy
+
* modern`,
    { style: "legacy", session: "s" },
  );
  await messagesOf(await post(server, INITIALIZE));
  const headers = { "mcp-session-id": "s-1" };
  const refused = await post(server, CALL, { headers });
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32022 } }]);
  await fetch(server.url, { method: "DELETE", headers });
  expect(await messagesOf(await post(server, PROBE))).toMatchObject([
    { result: { supportedVersions: ["2026-07-28"] } },
  ]);
});

test("E12: a modern server refuses in a call the revision that it was settled with", async () => {
  const server = await endpoint("E12-modern");
  expect(await messagesOf(await post(server, PROBE))).toMatchObject([{ result: {} }]);
  const refused = await post(server, CALL);
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32022 } }]);
});

test("H4: the session is gone after a call, and the next initialize gives a new one", async () => {
  const server = await endpoint("H4", { style: "legacy", session: "s" });
  for (const [id, status] of [
    ["s-1", 404],
    ["s-2", 200],
  ] as const) {
    const begun = await post(server, INITIALIZE);
    expect(begun.headers.get("mcp-session-id")).toBe(id);
    const headers = { "mcp-session-id": id };
    expect(await messagesOf(await post(server, CALL, { headers }))).toMatchObject([{ id: 1 }]);
    expect((await post(server, CALL, { headers })).status).toBe(status);
  }
});

test("H8: header values are kept byte for byte", async () => {
  const server = await endpoint(`\n* modern`);
  const headers = {
    "Mcp-Name": "=?base64?w7xuw69jw7ZkZQ==?=",
    "Mcp-Param-Text": "=?base64?IHBhZGRlZCA=?=",
    "MCP-Protocol-Version": "2026-07-28",
  };
  await messagesOf(await post(server, CALL, { headers }));
  expect(server.requests).toMatchObject([
    {
      method: "POST",
      path: "/mcp",
      headers: {
        "mcp-name": "=?base64?w7xuw69jw7ZkZQ==?=",
        "mcp-param-text": "=?base64?IHBhZGRlZCA=?=",
        "mcp-protocol-version": "2026-07-28",
      },
      body: JSON.stringify(CALL),
      message: CALL,
      reply: "ended",
    },
  ]);
});

test("H9: a list has tools with headers that no tool may have, and a good one", async () => {
  const [list] = await messagesOf(await post(await endpoint("H9"), LIST));
  const tools = (list as { readonly result: { readonly tools: readonly { name: string }[] } })
    .result.tools;
  expect(tools.map(({ name }) => name)).toEqual(["empty", "twice", "number", "items", "echo"]);
});

test("H10: a call is refused for its headers until the tools were listed again", async () => {
  const server = await endpoint("H10");
  const before = await messagesOf(await post(server, { ...LIST, id: 7 }));
  expect(JSON.stringify(before)).not.toContain("x-mcp-header");
  const refused = await post(server, CALL);
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32020 } }]);
  expect(JSON.stringify(await messagesOf(await post(server, LIST)))).toContain("x-mcp-header");
  expect(await messagesOf(await post(server, { ...CALL, id: 3 }))).toMatchObject([{ result: {} }]);
});

test("H11: a listen is quiet for ten minutes and has an event then", async () => {
  const clock = new ManualClock();
  const server = await endpoint("H11", { style: "modern", clock });
  const listen = { ...CALL, method: "subscriptions/listen" };
  const events = eventsOf(await post(server, listen));
  expect(dataOf((await events.next()).value ?? "")).toMatchObject({
    method: "notifications/subscriptions/acknowledged",
  });
  clock.advance(599_999);
  const next = events.next();
  await expect(Promise.race([next, Promise.resolve("quiet")])).resolves.toBe("quiet");
  clock.advance(1);
  expect(dataOf((await next).value ?? "")).toMatchObject({
    params: { _meta: { "io.modelcontextprotocol/subscriptionId": 1 } },
  });
});

test("H12: two calls are answered in one array, as a body or as an event", async () => {
  for (const replies of ["json", "sse"] as const) {
    const server = await endpoint("H12", { style: "legacy", replies });
    const [initialized] = await answersOf(await post(server, INITIALIZE));
    expect(initialized).toMatchObject({ result: { protocolVersion: "2025-03-26" } });
    const first = post(server, { ...CALL, id: 5 });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    void post(server, { ...CALL, id: 6 }).catch(() => {});
    const reply = await first;
    const batch =
      replies === "json" ? await reply.json() : dataOf((await eventsOf(reply).next()).value ?? "");
    expect(batch).toMatchObject([
      { id: 5, result: { content: [{ text: "first" }] } },
      { id: 6, result: { content: [{ text: "second" }] } },
    ]);
  }
});

test("H12: a page has to be visited first", async () => {
  const server = await endpoint("H12-url", { style: "legacy" });
  expect(await messagesOf(await post(server, CALL))).toMatchObject([
    { error: { code: -32042, data: { elicitations: [{ mode: "url" }] } } },
  ]);
});

async function isMessage(reply: Response): Promise<boolean> {
  return (await reply.text()).includes('"jsonrpc"');
}
