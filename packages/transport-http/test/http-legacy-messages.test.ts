import { HTTP_FAULTS, insteadOf } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { endpoint, LEGACY, scene, server, turns, until } from "./http-scene.js";

const BATCHING = "2025-03-26";

describe("a legacy request that is abandoned", () => {
  test.each(["deadline", "abort"] as const)(
    "T1, T3: is cancelled by a notification, which goes in a POST of its own (%s)",
    async (how) => {
      const { url, requests } = await endpoint(
        `
> {"id":1,"method":"tools/call"}
> {"method":"notifications/cancelled","params":{"requestId":1}}
* legacy`,
        { style: "legacy", session: "s" },
      );
      const one = await scene({ url });
      await one.handshake();
      const controller = new AbortController();
      const options = { totalMs: 500, signal: controller.signal };
      const asked = one.askLegacy("tools/call", {}, options);
      await until(() => expect(requests).toHaveLength(3));
      if (how === "abort") controller.abort("enough");
      else one.clock.advance(500);
      expect(await asked).toMatchObject({ type: how === "abort" ? "aborted" : "timed_out" });
      await until(() => expect(requests).toHaveLength(4));
      const id = requests[2]?.message?.["id"];
      expect(requests[3]).toMatchObject({
        method: "POST",
        headers: { "mcp-session-id": "s-1", "mcp-protocol-version": LEGACY.revision },
        message: { method: "notifications/cancelled", params: { requestId: id } },
      });
    },
  );
});

describe("a request of a legacy server", () => {
  test.each(BACK_END_NAMES)(
    "is answered by a POST, whatever stream it came on, over %s",
    async (name) => {
      const { url, requests } = await endpoint(
        `
> {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","id":"p","method":"ping"}
> {"id":"p","result":{}}
< {"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{}}
> {"id":"e","result":{"action":"accept"}}
< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
* legacy`,
        { style: "legacy", session: "s" },
      );
      const one = await scene({ url, send: backEnd(name) });
      one.connection.on({ request: (_request, respond) => respond({ result: ACCEPT }) });
      await one.handshake();
      expect(await one.askLegacy()).toMatchObject({ type: "response", response: { result: {} } });
      expect(one.faults).toEqual([]);
      const answers = requests.filter(({ message }) => message && !("method" in message));
      expect(answers.map(({ message }) => message?.["id"])).toEqual(["p", "e"]);
      for (const { headers } of answers) {
        expect(headers).toMatchObject({
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-session-id": "s-1",
          "mcp-protocol-version": LEGACY.revision,
        });
      }
    },
  );

  test("T4: comes on its own stream as well, and stops the clocks until it is answered", async () => {
    const { url, requests } = await endpoint(
      `
> {"id":1,"method":"tools/call"}
> {"method":"notifications/go"}
< {"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{}}
> {"id":"e","result":{"action":"accept"}}
< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
* legacy`,
      { style: "legacy" },
    );
    const one = await scene({ url });
    let respond = (): void => {};
    one.connection.on({
      request: (_request, answer) => (respond = () => answer({ result: ACCEPT })),
    });
    await one.handshake(LEGACY.revision, { elicitation: {} });
    await until(() => expect(requests.at(-1)?.method).toBe("GET"));
    const before = respond;
    const asked = one.askLegacy("tools/call", {}, { totalMs: 1000 });
    await one.connection.notify(notification("notifications/go"));
    await until(() => expect(respond).not.toBe(before));
    one.clock.advance(599_000);
    await turns(3);
    respond();
    expect(await asked).toMatchObject({ type: "response" });
  });
});

describe("a legacy notification", () => {
  test.each([
    ["empty_202", { type: "sent" }],
    ["empty_200", { type: "sent" }],
    ["silent_stream", { type: "sent" }],
    ["html_200", { type: "sent" }],
    ["endless_body", { type: "sent" }],
    ["text_500", notDelivered("HTTP 500: Internal Server Error")],
    ["unauthorized_401", notDelivered("HTTP 401")],
    ["endless_refusal", notDelivered("HTTP 500: xxx")],
    ["elsewhere_307", notDelivered("HTTP 307")],
    ["reset_at_once", notDelivered("without a reply")],
  ] as const)(
    "that the server answers by %s is %j, and the connection lives on",
    async (name, end) => {
      const { url, requests } = await endpoint("* legacy", {
        style: "legacy",
        instead: insteadOf({ method: "notifications/x" }, HTTP_FAULTS[name]),
      });
      const one = await scene({ url, era: LEGACY });
      const notified = await one.connection.notify(notification("notifications/x"));
      expect(notified).toMatchObject(end);
      expect(await one.askLegacy()).toMatchObject({ type: "response" });
      one.clock.advance(30_000);
      await until(() => expect(requests.some(({ reply }) => reply === "open")).toBe(false));
      expect(one.clock.waiting).toBe(0);
    },
  );

  test.each(["silent", "silent_stream"] as const)(
    "that the server answers by %s ends with the connection",
    async (name) => {
      const { url, requests } = await server(HTTP_FAULTS[name]);
      const one = await scene({ url, era: LEGACY });
      const notified = one.connection.notify(notification("notifications/x"));
      await until(() => expect(requests).toHaveLength(1));
      if (name === "silent_stream") await notified;
      await one.connection.close();
      expect(await notified).toMatchObject({ type: name === "silent" ? "closed" : "sent" });
      await until(() => expect(requests[0]?.reply).toBe("cut"));
    },
  );

  test("that is never answered is not delivered after thirty seconds", async () => {
    const { url, requests } = await server(HTTP_FAULTS.silent);
    const one = await scene({ url, era: LEGACY });
    const notified = one.connection.notify(notification("notifications/x"));
    await until(() => expect(requests).toHaveLength(1));
    one.clock.advance(30_000);
    expect(await notified).toMatchObject(notDelivered("30000 ms"));
    await until(() => expect(requests[0]?.reply).toBe("cut"));
  });
});

describe("H12: an array of messages", () => {
  const LINES = `
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/call"}
< [{"jsonrpc":"2.0","id":\${1},"result":{"of":1}},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":\${2},"result":{"of":2}}]
* legacy`;

  test.each(["json", "sse"] as const)(
    "answers both calls of revision 2025-03-26, as %s",
    async (replies) => {
      const { url } = await endpoint(LINES, { style: "legacy", replies });
      const one = await scene({ url });
      await one.handshake(BATCHING);
      const asked = [one.askLegacy(), one.askLegacy()];
      expect(await Promise.all(asked)).toMatchObject([
        { response: { result: { of: 1 } } },
        { response: { result: { of: 2 } } },
      ]);
      expect(one.notifications).toMatchObject([{ method: "notifications/x" }]);
      expect(one.faults).toEqual([]);
    },
  );

  test("is no message in any other revision", async () => {
    const { url } = await endpoint(LINES, { style: "legacy", replies: "json" });
    const one = await scene({ url });
    await one.handshake("2025-06-18");
    const asked = [one.askLegacy(), one.askLegacy()];
    const fault = { code: "not_an_object" };
    expect(await Promise.race(asked)).toMatchObject({ type: "malformed", fault });
    expect(one.faults).toMatchObject([fault]);
  });

  test("may have what is no message in it, and nothing", async () => {
    const { url } = await server((request, response) => {
      const id = request.message?.["id"];
      const right = { jsonrpc: "2.0", id, result: {} };
      const nameless = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "x" } };
      const body = id === 1 ? [1, right, nameless] : [];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const one = await scene({ url, era: { era: "legacy", revision: BATCHING } });
    expect(await one.askLegacy()).toMatchObject({ type: "response", response: { id: 1 } });
    expect(one.faults.map(({ code }) => code)).toEqual(["not_an_object", "null_id"]);
    expect(await one.askLegacy()).toMatchObject({ type: "http_status", status: 200, body: "" });
  });
});

test("H12: the error that asks for a page to be visited comes as it is", async () => {
  const { url } = await endpoint("H12-url", { style: "legacy" });
  const one = await scene({ url });
  await one.handshake();
  const elicitations = [{ mode: "url", elicitationId: "e1" }];
  const error = { code: -32042, data: { elicitations } };
  expect(await one.askLegacy()).toMatchObject({ type: "response", response: { error } });
});

const ACCEPT = { action: "accept" };

function notDelivered(text: string): object {
  return { type: "not_delivered", message: expect.stringContaining(text) };
}
