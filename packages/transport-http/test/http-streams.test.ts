import { HTTP_FAULTS, type HttpBehaviour } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answer, endpoint, MODERN, RESULT, scene, server, turns, until } from "./http-scene.js";

const EVENTS = { "content-type": "text/event-stream" };

test.each(BACK_END_NAMES)(
  "H11: a listen stream that is quiet for ten minutes is still there, over %s",
  async (name) => {
    const script = await endpoint(`
> {"id":1,"method":"subscriptions/listen"}
< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"toolsListChanged":true}}}
> {"method":"notifications/go"}
< {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`);
    const one = await scene({ url: script.url, send: backEnd(name), era: MODERN });
    const heard: string[] = [];
    const asked = one.ask(
      "subscriptions/listen",
      {},
      { onNotification: ({ method }) => heard.push(method) },
    );
    await until(() => expect(heard).toHaveLength(1));
    for (let minute = 0; minute < 10; minute += 1) {
      one.clock.advance(60_000);
      await turns(1);
    }
    expect(script.requests[0]?.reply).toBe("open");
    await one.connection.notify(notification("notifications/go"));
    expect(await asked).toMatchObject({ type: "response", response: { id: 1, result: {} } });
    expect(heard.at(-1)).toBe("notifications/tools/list_changed");
  },
);

describe("a stream that stays open after its answer", () => {
  const open: HttpBehaviour = (request, response) => {
    response.writeHead(200, EVENTS).write(`data: ${answer(request)}\n\n`);
  };

  test("is ended after one to two seconds, and not before", async () => {
    const { url, requests } = await server(open);
    const one = await scene({ url, era: MODERN });
    await one.ask();
    one.clock.advance(999);
    await turns(5);
    expect(requests[0]?.reply).toBe("open");
    one.clock.advance(1001);
    await until(() => expect(requests[0]?.reply).toBe("cut"));
    expect(one.clock.waiting).toBe(0);
  });

  test("has no timer of its own", async () => {
    const { url, requests } = await server(open);
    const one = await scene({ url, era: MODERN });
    await Promise.all(Array.from({ length: 20 }, () => one.ask()));
    expect(one.clock.waiting).toBe(1);
    one.clock.advance(2000);
    await until(() => expect(requests.every(({ reply }) => reply === "cut")).toBe(true));
  });

  test("is ended where a listen was ended by the server's cancellation", async () => {
    const { url, requests } = await server((request, response) => {
      const params = { requestId: request.message?.["id"] };
      const frame = { jsonrpc: "2.0", method: "notifications/cancelled", params };
      response.writeHead(200, EVENTS).write(`data: ${JSON.stringify(frame)}\n\n`);
    });
    const one = await scene({ url, era: MODERN });
    expect(await one.ask("subscriptions/listen", {})).toMatchObject({
      type: "cancelled_by_server",
    });
    one.clock.advance(2000);
    await until(() => expect(requests[0]?.reply).toBe("cut"));
  });

  test("is not waited for where the connection was closed by whoever heard the answer", async () => {
    const { url, requests } = await server((request, response) => {
      const progress = { method: "notifications/progress", params: { progressToken: 1 } };
      const frame = JSON.stringify({ jsonrpc: "2.0", ...progress });
      response.writeHead(200, EVENTS).write(`data: ${frame}\n\ndata: ${answer(request)}\n\n`);
    });
    const one = await scene({ url, era: MODERN });
    const onNotification = () => void one.connection.close();
    expect(await one.ask("tools/call", {}, { onNotification })).toMatchObject({ type: "closed" });
    await until(() => expect(requests[0]?.reply).toBe("cut"));
    expect(one.clock.waiting).toBe(0);
  });
});

test("a server that cancels what is no subscription has not ended the call", async () => {
  let end = (): void => {};
  const { url, requests } = await server(({ message }, response) => {
    const params = { requestId: message?.["id"] };
    const frame = { jsonrpc: "2.0", method: "notifications/cancelled", params };
    response.writeHead(200, EVENTS).write(`data: ${JSON.stringify(frame)}\n\n`);
    end = () => response.end();
  });
  const one = await scene({ url, era: MODERN });
  const asked = one.ask();
  await until(() => expect(one.faults).toMatchObject([{ code: "invalid_notification" }]));
  one.clock.advance(60_000);
  await turns(5);
  expect(requests[0]?.reply).toBe("open");
  end();
  expect(await asked).toMatchObject({ type: "stream_ended" });
});

test("H1: the end of one reply ends its call at once, and no other", async () => {
  const { url } = await server((request, response) => {
    const behaviour = request.message?.["method"] === "tools/list" ? "ends_at_once" : "silent";
    HTTP_FAULTS[behaviour](request, response);
  });
  const one = await scene({ url, era: MODERN });
  let isOver = false;
  const other = one.ask("tools/call", {}).finally(() => {
    isOver = true;
  });
  expect(await one.ask("tools/list", {})).toMatchObject({ type: "stream_ended" });
  await turns(5);
  expect(isOver).toBe(false);
  await one.connection.close();
  expect(await other).toMatchObject({ type: "closed" });
});

test("H2: an answer for another call's reply is a fault, and answers neither", async () => {
  const script = await endpoint(`
> {"id":1,"method":"tools/call"}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","of":2}}
< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","of":1}}`);
  const { url, requests } = await server((request, response) => {
    const id = request.message?.["id"] === 1 ? 2 : 1;
    const frame = JSON.stringify({ jsonrpc: "2.0", id, result: RESULT });
    response.writeHead(200, EVENTS).write(`data: ${frame}\n\n`);
  });
  const one = await scene({ url, era: MODERN });
  const asked = [one.ask(), one.ask()];
  await until(() => expect(one.faults).toHaveLength(2));
  expect(one.faults).toMatchObject([{ code: "unknown_id" }, { code: "unknown_id" }]);
  expect(one.faults.map(({ message }) => message).sort()).toEqual([
    "The peer answered id 1 on the stream of request 2.",
    "The peer answered id 2 on the stream of request 1.",
  ]);
  expect(requests.map(({ reply }) => reply)).toEqual(["open", "open"]);
  await one.connection.close();
  for (const each of asked) expect(await each).toMatchObject({ type: "closed" });
  // Each on its own reply, they are answers.
  const right = await scene({ url: script.url, era: MODERN });
  const both = await Promise.all([right.ask(), right.ask("tools/list", {})]);
  expect(both).toMatchObject([
    { response: { id: 1, result: { of: 1 } } },
    { response: { id: 2, result: { of: 2 } } },
  ]);
  expect(right.faults).toEqual([]);
});
