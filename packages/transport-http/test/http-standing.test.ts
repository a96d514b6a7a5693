import {
  HTTP_FAULTS,
  type HttpBehaviour,
  insteadOf,
  type ReceivedRequest,
  type ScriptedHttpServer,
} from "@x/testkit";
import { type ClientCapabilities, notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { endpoint, LEGACY, scene, turns, until } from "./http-scene.js";
import { expectPauses, pausesOf } from "./pauses.js";
import { refusal } from "./standing-server.js";

const EVENTS = { "content-type": "text/event-stream" };
const CHANGED = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };

/** A legacy server that declares these capabilities, with another behaviour for GET where one is given. */
function legacy(capabilities: object, get?: HttpBehaviour): Promise<ScriptedHttpServer> {
  const result = {
    protocolVersion: LEGACY.revision,
    capabilities,
    serverInfo: { name: "n", version: "1" },
  };
  const source = `
* {"id":1,"method":"initialize"}
< ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}
* {"method":"notifications/go"}
< ${JSON.stringify(CHANGED)}
* legacy`;
  return endpoint(source, {
    style: "legacy",
    session: "s",
    replies: "json",
    ...(get === undefined ? {} : { instead: insteadOf({ http: "GET" }, get) }),
  });
}

/** Gives an id that was never there, and no message. */
const idle: HttpBehaviour = (_request, response) => {
  response.writeHead(200, EVENTS).end(`id: ${Math.random()}\ndata:\n\n`);
};

const LOUD = { tools: { listChanged: true } };

function gets(requests: readonly ReceivedRequest[]): readonly ReceivedRequest[] {
  return requests.filter(({ method }) => method === "GET");
}

describe("a legacy server's own stream", () => {
  test.each<[string, object, ClientCapabilities]>([
    ["the server declares listChanged", LOUD, {}],
    ["the server declares subscribe", { resources: { subscribe: true } }, {}],
    ["the server declares logging", { logging: {} }, {}],
    ["this side declares what the server may call", { tools: {} }, { elicitation: {} }],
  ])("is asked for once the handshake is over where %s", async (_when, theirs, ours) => {
    const { url, requests } = await legacy(theirs);
    const one = await scene({ url });
    await one.handshake(LEGACY.revision, ours);
    await until(() => expect(gets(requests)).toHaveLength(1));
    expect(requests.map(({ method, message }) => message?.["method"] ?? method)).toEqual([
      "initialize",
      "notifications/initialized",
      "GET",
    ]);
    const [get] = gets(requests);
    expect(get?.headers).toMatchObject({
      accept: "text/event-stream",
      "mcp-session-id": "s-1",
      "mcp-protocol-version": LEGACY.revision,
    });
    expect(Object.keys(get?.headers ?? {})).not.toContain("last-event-id");
    expect(Object.keys(get?.headers ?? {})).not.toContain("content-type");
  });

  test.each<[string, object, ClientCapabilities]>([
    ["neither side declares anything that could come on it", { tools: {}, prompts: {} }, {}],
    ["what could come is declared as false", { tools: { listChanged: false } }, {}],
    ["what is declared is not an object", { tools: "listChanged" }, {}],
  ])("is not asked for where %s", async (_when, theirs, ours) => {
    const { url, requests } = await legacy(theirs);
    const one = await scene({ url });
    await one.handshake(LEGACY.revision, ours);
    await turns(5);
    expect(gets(requests)).toEqual([]);
  });

  test("is not asked for where the host does not want it", async () => {
    const { url, requests } = await legacy(LOUD);
    const one = await scene({ url, listen: false });
    await one.handshake(LEGACY.revision, { elicitation: {} });
    await turns(5);
    expect(gets(requests)).toEqual([]);
  });

  test("is not asked for where the server does not take the end of the handshake", async () => {
    const { url, requests } = await endpoint("* legacy", {
      style: "legacy",
      instead: insteadOf({ method: "notifications/initialized" }, HTTP_FAULTS.text_500),
    });
    const one = await scene({ url });
    const handshake = one.handshake(LEGACY.revision, { elicitation: {} });
    await expect(handshake).rejects.toThrow("not_delivered");
    await turns(5);
    expect(gets(requests)).toEqual([]);
  });

  test.each(BACK_END_NAMES)("is heard, and ends with the connection, over %s", async (name) => {
    const { url, requests } = await legacy(LOUD);
    const one = await scene({ url, send: backEnd(name) });
    await one.handshake();
    await until(() => expect(gets(requests)).toHaveLength(1));
    await one.connection.notify(notification("notifications/go"));
    await until(() => expect(one.notifications).toEqual([CHANGED]));
    const closing = one.connection.close();
    await until(() => expect(gets(requests)[0]?.reply).toBe("cut"));
    expect(await closing).toMatchObject({ type: "local" });
  });
});

describe("H5: where the GET for a stream is answered", () => {
  test.each([
    "text_405",
    "text_400",
    "text_404",
    "text_406",
    "json_200",
    "html_200",
    "empty_202",
    "forbidden_403",
    "unauthorized_401",
    "elsewhere_307",
  ] as const)("by %s, there is none and it is asked for once", async (name) => {
    const { url, requests } = await legacy(LOUD, HTTP_FAULTS[name]);
    const one = await scene({ url });
    await one.handshake();
    await until(() =>
      expect(gets(requests)).toMatchObject([{ reply: expect.not.stringMatching("open") }]),
    );
    expect(one.clock.waiting).toBe(0);
    one.clock.advance(3_600_000);
    await turns(5);
    expect(gets(requests)).toHaveLength(1);
    expect(await one.askLegacy()).toMatchObject({ type: "response" });
    expect(one.faults).toEqual([]);
    expect(one.gaps).toBe(0);
  });

  test.each<[string, HttpBehaviour]>([
    ["500", HTTP_FAULTS.text_500],
    ["an endless 500", HTTP_FAULTS.endless_refusal],
    ["503", refusal(503)],
    ["408", refusal(408)],
    ["409", refusal(409)],
    ["425", refusal(425)],
    ["429", refusal(429)],
  ])(
    "by %s for ever, it is asked for five times in all, with growing pauses",
    async (_how, get) => {
      const { url, requests } = await legacy(LOUD, get);
      const one = await scene({ url });
      await one.handshake();
      const pauses = await pausesOf(one.clock, 4, () => gets(requests).length);
      expectPauses(pauses, [1000, 2000, 4000, 8000]);
      await until(() =>
        expect(gets(requests).at(-1)).toMatchObject({ reply: expect.not.stringMatching("open") }),
      );
      await turns(5);
      one.clock.advance(3_600_000);
      await turns(5);
      expect(gets(requests)).toHaveLength(5);
      expect(await one.askLegacy()).toMatchObject({ type: "response" });
      expect([one.faults, one.gaps]).toEqual([[], 0]);
    },
  );

  test.each(["silent", "silent_stream"] as const)("by %s, no POST waits for it", async (name) => {
    const { url, requests } = await legacy(LOUD, HTTP_FAULTS[name]);
    const one = await scene({ url });
    await one.handshake();
    await until(() => expect(gets(requests)).toHaveLength(1));
    expect(await one.askLegacy()).toMatchObject({ type: "response" });
    expect(one.clock.waiting).toBe(0);
  });

  test.each<[string, HttpBehaviour, number]>([
    ["a stream that ends at once", HTTP_FAULTS.ends_at_once, 1000],
    ["a stream that ends at once, with retry 0", HTTP_FAULTS.retry_0, 500],
    ["a broken connection", HTTP_FAULTS.reset_at_once, 1000],
    ["a stream that gives an id and ends", idle, 1000],
  ])("by %s for ever, its pauses double up to 30 s", async (_how, behaviour, first) => {
    const { url, requests } = await legacy(LOUD, behaviour);
    const one = await scene({ url });
    await one.handshake();
    const pauses = await pausesOf(one.clock, 8, () => gets(requests).length);
    expectPauses(
      pauses,
      pauses.map((_pause, index) => Math.min(first * 2 ** index, 30_000)),
    );
    expect(await one.askLegacy()).toMatchObject({ type: "response" });
  });

  test("by a stream that brought a message or lived for half a minute, the pauses begin anew", async () => {
    let count = 0;
    let end = (): void => {};
    const { url, requests } = await legacy(LOUD, (_request, response) => {
      count += 1;
      response.writeHead(200, EVENTS).flushHeaders();
      if (count === 4) response.write(`data: ${JSON.stringify(CHANGED)}\n\n`);
      if (count === 7) end = () => response.end();
      else response.end();
    });
    const one = await scene({ url });
    await one.handshake();
    const pauses = (times: number): Promise<number[]> =>
      pausesOf(one.clock, times, () => gets(requests).length);
    expectPauses(await pauses(3), [1000, 2000, 4000]);
    expectPauses(await pauses(3), [1000, 2000, 4000]);
    expect(one.notifications).toHaveLength(1);
    await turns(5);
    one.clock.advance(30_000);
    end();
    expectPauses(await pauses(2), [1000, 2000]);
  });
});
