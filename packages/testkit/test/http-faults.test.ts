import { expect, test, vi } from "vitest";
import { HTTP_FAULTS, type HttpFaultName, insteadOf, WANTED_TEXT } from "../src/index.js";
import {
  CALL,
  done,
  endpoint,
  faulty,
  messagesOf,
  post,
  postPlainly,
} from "./support/http-talk.js";
import { eventsIn } from "./support/sse-text.js";

const ANSWER = {
  jsonrpc: "2.0",
  id: 1,
  result: { resultType: "complete", content: [{ type: "text", text: WANTED_TEXT }] },
};

test.each<[HttpFaultName, number, string | null]>([
  ["html_200", 200, "text/html; charset=utf-8"],
  ["empty_200", 200, null],
  ["json_200", 200, "application/json"],
  ["empty_202", 202, null],
  ["text_400", 400, "text/plain"],
  ["unauthorized_401", 401, null],
  ["unauthorized_401_rpc", 401, "application/json"],
  ["forbidden_403", 403, "text/plain"],
  ["text_404", 404, "text/plain"],
  ["text_405", 405, "text/plain"],
  ["text_406", 406, "text/plain"],
  ["proxy_407", 407, "text/plain"],
  ["limited_429", 429, null],
  ["text_500", 500, "text/plain"],
  ["unsupported_400_rpc", 400, "application/json"],
  ["unknown_method_404_rpc", 404, "application/json"],
  ["other_id_json", 200, "application/json"],
  ["other_id_sse", 200, "text/event-stream"],
])("%s replies with status %i and the type %s", async (name, status, type) => {
  const server = await faulty(HTTP_FAULTS[name]);
  const { text, ...reply } = await postPlainly(server, CALL);
  expect([reply.status, reply.headers["content-type"] ?? null]).toEqual([status, type]);
  if (name.endsWith("_rpc")) expect(JSON.parse(text)).toMatchObject({ id: 1, error: {} });
  if (/^(?:empty|limited)/.test(name)) expect(text).toBe("");
});

test.each<[HttpFaultName, number]>([
  ["moved_301", 301],
  ["found_302", 302],
  ["see_other_303", 303],
  ["temporary_307", 307],
  ["permanent_308", 308],
])("%s sends to a place of the same endpoint that works", async (name, status) => {
  const server = await endpoint(`\n* modern`, {
    style: "modern",
    instead: insteadOf({ path: "/mcp" }, HTTP_FAULTS[name]),
  });
  const reply = await post(server, CALL);
  expect(reply.status).toBe(status);
  const url = new URL(reply.headers.get("location") ?? "", server.url).href;
  expect(url).toBe(`${server.url}?moved`);
  expect(await messagesOf(await post({ url }, CALL))).toMatchObject([{ id: 1 }]);
});

test("elsewhere_307 and loop_307 send to another origin, and to where one is", async () => {
  const away = await post(await faulty(HTTP_FAULTS.elsewhere_307), CALL);
  expect(away.headers.get("location")).toBe("http://elsewhere.invalid/mcp");
  const loop = await faulty(HTTP_FAULTS.loop_307);
  await expect(post(loop, CALL, { redirect: "follow" })).rejects.toThrow();
  expect(loop.requests.length).toBeGreaterThan(5);
});

test.each<HttpFaultName>([
  "crlf",
  "lone_cr",
  "byte_order_mark",
  "comments",
  "no_space",
  "multi_line_data",
  "empty_id",
  "other_events",
  "split_utf8",
  "drip",
])("H7: %s is a right answer to whoever reads events by the standard", async (name) => {
  const reply = await post(await faulty(HTTP_FAULTS[name]), CALL);
  const text = Buffer.from(await reply.arrayBuffer()).toString();
  const messages = eventsIn(text).filter(({ event }) => event === "message");
  expect(messages.map(({ data }) => JSON.parse(data))).toEqual([ANSWER]);
});

test("H1, H2: streams end without an answer, or with one to somebody else", async () => {
  for (const name of ["ends_at_once", "ends_unanswered", "ends_in_event", "retry_0"] as const) {
    const reply = await post(await faulty(HTTP_FAULTS[name]), CALL);
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
    const answers = eventsIn(await reply.text()).filter(({ data }) => "id" in JSON.parse(data));
    expect([name, answers]).toEqual([name, []]);
  }
  const json = await post(await faulty(HTTP_FAULTS.other_id_json), CALL);
  const sse = await post(await faulty(HTTP_FAULTS.other_id_sse), CALL);
  expect(await json.json()).toEqual({ ...ANSWER, id: 987654321 });
  expect(await messagesOf(sse)).toEqual([{ ...ANSWER, id: 987654321 }]);
});

test("H3: an unknown method is a JSON-RPC error that names the request, with status 404", async () => {
  const reply = await post(await faulty(HTTP_FAULTS.unknown_method_404_rpc), { ...CALL, id: "a" });
  expect(reply.status).toBe(404);
  expect(await reply.json()).toMatchObject({ id: "a", error: { code: -32601 } });
});

test.each<HttpFaultName>([
  "text_405",
  "text_400",
  "text_404",
  "text_406",
  "json_200",
  "ends_at_once",
  "retry_0",
])("H5: %s instead of the stream of a legacy GET leaves POST as it is", async (name) => {
  const server = await endpoint(`\n* legacy`, {
    style: "legacy",
    instead: insteadOf({ http: "GET" }, HTTP_FAULTS[name]),
  });
  await (await fetch(server.url)).text();
  expect(await messagesOf(await post(server, CALL))).toMatchObject([{ id: 1, result: {} }]);
  expect(server.requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
});

test.each<HttpFaultName>(["endless_body", "endless_event", "endless_refusal"])(
  "H6: %s goes on until the client has enough",
  async (name) => {
    const server = await faulty(HTTP_FAULTS[name]);
    let bytes = 0;
    for await (const chunk of (await post(server, CALL)).body ?? []) {
      bytes += chunk.length;
      if (bytes > 2_000_000) break;
    }
    await vi.waitFor(() => expect(server.requests[0]?.reply).toBe("cut"));
  },
);

test("H6: endless_headers goes on until the client has enough", async () => {
  const server = await faulty(HTTP_FAULTS.endless_headers);
  await expect(post(server, CALL)).rejects.toThrow();
  await vi.waitFor(() => expect(server.requests[0]?.reply).toBe("cut"));
});

test("silent servers never answer, be it before a reply or in it", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const silent = await faulty(HTTP_FAULTS.silent);
  const pending = [expect(post(silent, CALL, { signal })).rejects.toThrow()];
  await vi.waitFor(() => expect(silent.requests).toHaveLength(1));
  for (const name of ["silent_body", "silent_stream"] as const) {
    const server = await faulty(HTTP_FAULTS[name]);
    const reply = await post(server, CALL, { signal });
    expect([reply.status, server.requests[0]?.reply]).toEqual([200, "open"]);
    pending.push(expect(reply.text()).rejects.toThrow());
  }
  controller.abort();
  await Promise.all(pending);
});

test("resets break the connection before a reply, or in it", async () => {
  const atOnce = await faulty(HTTP_FAULTS.reset_at_once);
  await expect(post(atOnce, CALL)).rejects.toThrow();
  for (const name of ["reset_in_body", "reset_in_stream"] as const) {
    const reply = await post(await faulty(HTTP_FAULTS[name]), CALL);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  }
});

test("a fault stands in for so many of the requests that fit, and for no other", async () => {
  const server = await endpoint(`\n> {"id":1,"method":"tools/call"}\n${done(1)}`, {
    style: "modern",
    instead: insteadOf({ http: "POST", method: "tools/call", times: 2 }, HTTP_FAULTS.text_500),
  });
  const statuses = [await post(server, CALL), await post(server, CALL), await post(server, CALL)];
  expect(statuses.map(({ status }) => status)).toEqual([500, 500, 200]);
  expect(server.log).toHaveLength(2);
});
