import type { ExchangeOptions } from "@x/connection";
import {
  HTTP_FAULTS,
  type HttpBehaviour,
  type HttpServer,
  insteadOf,
  type ReceivedRequest,
} from "@x/testkit";
import { type Notification, notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answer, endpoint, LEGACY, scene, server, turns, until } from "./http-scene.js";
import { expectPauses, pausesOf } from "./pauses.js";

const EVENTS = { "content-type": "text/event-stream" };

/** A stream that says this and ends. */
function saying(events: string): HttpBehaviour {
  return (_request, response) => response.writeHead(200, EVENTS).end(events);
}

/** A server whose POST is answered by the first behaviour, and its GETs by the others; the last for ever. */
function replying(...behaviours: readonly HttpBehaviour[]): Promise<HttpServer> {
  let count = 0;
  let asked: ReceivedRequest | undefined;
  return server((request, response) => {
    asked ??= request;
    const behaviour = behaviours[count] ?? behaviours.at(-1);
    count += 1;
    behaviour?.(asked, response);
  });
}

const answered: HttpBehaviour = (request, response) => {
  response.writeHead(200, EVENTS).end(`id: last\ndata: ${answer(request)}\n\n`);
};

const PROGRESS = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: 1, progress: 1 },
});

async function open({ url, requests }: HttpServer) {
  const one = await scene({ url, era: LEGACY });
  return {
    one,
    ask: (options?: Partial<ExchangeOptions>) => one.askLegacy("tools/call", {}, options),
    pauses: (count: number) => pausesOf(one.clock, count, () => requests.length),
    lastIds: () => requests.slice(1).map(({ headers }) => headers["last-event-id"]),
  };
}

describe("a legacy reply that breaks off behind an event with an id", () => {
  test.each(BACK_END_NAMES)("goes on by GET where it was, over %s", async (name) => {
    const script = await endpoint(
      `
> {"id":1,"method":"tools/call"}
< ${PROGRESS}
> {"method":"notifications/go"}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}
< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
* legacy`,
      { style: "legacy", session: "s", resumable: true, retryMs: 3000 },
    );
    const one = await scene({ url: script.url, send: backEnd(name) });
    await one.handshake();
    const heard: unknown[] = [];
    const onNotification = ({ params }: Notification): void => {
      heard.push(params?.["progress"]);
    };
    const asked = one.askLegacy("tools/call", {}, { onNotification });
    await until(() => expect(heard).toEqual([1]));
    script.cut();
    await until(() => expect(script.requests.map(({ reply }) => reply)).not.toContain("open"));
    await one.connection.notify(notification("notifications/go"));
    one.clock.advance(2999);
    await turns(5);
    expect(script.requests.map(({ method }) => method)).not.toContain("GET");
    one.clock.advance(751);
    expect(await asked).toMatchObject({ type: "response", response: { result: {} } });
    expect(heard).toEqual([1, 2]);
    expect(script.requests.at(-1)).toMatchObject({
      method: "GET",
      body: "",
      headers: {
        accept: "text/event-stream",
        "last-event-id": expect.stringMatching(/^s\d-2$/),
        "mcp-session-id": "s-1",
        "mcp-protocol-version": LEGACY.revision,
      },
    });
    expect(one.faults).toEqual([]);
  });

  test.each([
    ["without a retry of the server", "", 1000],
    ["with a retry of 0", "retry: 0\n", 500],
    ["with a retry of ten years", "retry: 315360000000\n", 300_000],
    ["with a retry that is no number", "retry: soon\n", 1000],
    ["with a retry of its own for each event", "retry: 9\nid: 0\ndata:\n\nretry: 2000\n", 2000],
  ])("%s, goes on after a pause", async (_how, retry, least) => {
    const { ask, pauses, lastIds } = await open(
      await replying(saying(`${retry}id: a b\ndata:\n\n`), answered),
    );
    const asked = ask();
    expectPauses(await pauses(1), [least]);
    expect(await asked).toMatchObject({ type: "response" });
    expect(lastIds()).toEqual(["a b"]);
  });

  test("goes on five times in a row without having brought anything, with growing pauses", async () => {
    const { one, ask, pauses, lastIds } = await open(
      await replying(
        saying("retry: 5000\nid: a\ndata:\n\n"),
        saying(""),
        HTTP_FAULTS.reset_at_once,
        saying("id: a\ndata:\n\n"),
        saying(": nothing\n\n"),
        HTTP_FAULTS.reset_in_stream,
      ),
    );
    const asked = ask();
    expectPauses(await pauses(5), [5000, 10_000, 20_000, 30_000, 30_000]);
    expect(await asked).toEqual({
      type: "stream_ended",
      message: expect.stringContaining("5 attempts"),
    });
    one.clock.advance(3_600_000);
    await turns(5);
    expect(lastIds()).toEqual(["a", "a", "a", "a", "a"]);
  });

  test("begins to count anew with every message and every new id: a server may be polled for long", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
    const { ask, pauses, lastIds } = await open(
      await replying(
        ...ids.map((id) => saying(`id: ${id}\nretry: 600\ndata:\n\n`)),
        saying(""),
        saying(`data: ${PROGRESS}\n\n`),
        saying(""),
        answered,
      ),
    );
    const asked = ask();
    expectPauses(await pauses(15), [...ids.map(() => 600), 1200, 600, 1200]);
    expect(await asked).toMatchObject({ type: "response" });
    expect(lastIds()).toEqual([...ids, "11", "11", "11"]);
  });

  test.each([
    "text_405",
    "text_404",
    "text_400",
    "json_200",
    "text_500",
    "unauthorized_401",
  ] as const)(
    "ends where the server answers the GET by %s, and nothing else ends with it",
    async (name) => {
      const script = await endpoint(
        `
> {"id":1,"method":"tools/call"}
< ${PROGRESS}
* legacy`,
        {
          style: "legacy",
          session: "s",
          resumable: true,
          instead: insteadOf({ http: "GET" }, HTTP_FAULTS[name]),
        },
      );
      const one = await scene({ url: script.url });
      await one.handshake();
      let isHeard = false;
      const asked = one.askLegacy("tools/call", {}, { onNotification: () => (isHeard = true) });
      await until(() => expect(isHeard).toBe(true));
      script.cut();
      await turns(5);
      one.clock.advance(2000);
      expect(await asked).toMatchObject({ type: "stream_ended" });
      expect(await one.askLegacy("tools/list", {})).toMatchObject({ type: "response" });
    },
  );
});

describe("a legacy reply that breaks off ends its call at once", () => {
  test.each([
    ["its events have no ids", `data: ${PROGRESS}\n\n`],
    ["its event with an id was not whole", "id: a\ndata: x"],
    ["the server took its ids back", "id: a\ndata:\n\nid:\ndata:\n\n"],
    ["its id is what no header can carry", "id: ü\ndata:\n\n"],
    ["its id has a control character", "id: a\u0001\ndata:\n\n"],
    ["its id is too long", `id: ${"x".repeat(4097)}\ndata:\n\n`],
  ])("where %s", async (_how, events) => {
    const started = await replying(saying(events));
    const { one, ask } = await open(started);
    expect(await ask()).toMatchObject({ type: "stream_ended" });
    one.clock.advance(3_600_000);
    await turns(5);
    expect(started.requests).toHaveLength(1);
  });

  test("before the era is settled", async () => {
    const started = await replying(saying("id: a\ndata:\n\n"));
    const one = await scene({ url: started.url });
    expect(await one.askLegacy("initialize", {})).toMatchObject({ type: "stream_ended" });
  });
});

test("a reply that was answered is not gone on with", async () => {
  const started = await replying((request, response) => {
    response.writeHead(200, EVENTS).write(`id: a\ndata: ${answer(request)}\n\n`, () => {
      setImmediate(() => response.socket?.resetAndDestroy());
    });
  });
  const { one, ask } = await open(started);
  expect(await ask()).toMatchObject({ type: "response" });
  await until(() => expect(started.requests[0]?.reply).toBe("cut"));
  await turns(5);
  one.clock.advance(60_000);
  await turns(5);
  expect(started.requests).toHaveLength(1);
  expect(one.clock.waiting).toBe(0);
});

test.each(["abort", "close"] as const)(
  "a call that waits to go on ends with the caller's %s, and asks for nothing more",
  async (how) => {
    const started = await replying(saying("id: a\ndata:\n\n"), HTTP_FAULTS.empty_202);
    const { one, ask } = await open(started);
    const controller = new AbortController();
    const asked = ask({ signal: controller.signal });
    await until(() => expect(one.clock.waiting).toBe(1));
    const told = how === "abort" ? ["notifications/cancelled"] : [];
    if (how === "abort") controller.abort();
    else await one.connection.close();
    expect(await asked).toMatchObject({ type: how === "abort" ? "aborted" : "closed" });
    await until(() => expect(started.requests).toHaveLength(1 + told.length));
    one.clock.advance(60_000);
    await turns(5);
    const methods = started.requests.slice(1).map(({ message }) => message?.["method"]);
    expect(methods).toEqual(told);
  },
);
