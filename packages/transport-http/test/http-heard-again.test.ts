import { HTTP_FAULTS } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { scene, turns, until } from "./http-scene.js";
import { expectPauses, pausesOf } from "./pauses.js";
import {
  again,
  CHANGED,
  heard,
  lastIds,
  legacy,
  refusal,
  SESSION,
  saying,
} from "./standing-server.js";

describe("a legacy server whose stream is gone for the moment is heard again", () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])("after %i", async (status) => {
    const server = await legacy(SESSION, undefined, refusal(status));
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    server.cut();
    expectPauses([await again(one, server), await again(one, server)], [1000, 2000]);
    await until(() => expect(one.gaps).toBe(2));
    await heard(one);
    expect(server.gets()).toHaveLength(3);
  });

  test("also where its first stream comes late", async () => {
    const server = await legacy(SESSION, refusal(503), HTTP_FAULTS.reset_at_once, refusal(429));
    const one = await scene({ url: server.url });
    await one.handshake();
    for (let nth = 0; nth < 3; nth += 1) await again(one, server);
    await until(() => expect(one.gaps).toBe(1));
    await heard(one);
  });

  test("however often it refuses, with pauses up to 30 s", async () => {
    const refusals = Array.from({ length: 12 }, () => refusal(503));
    const server = await legacy(SESSION, undefined, ...refusals);
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    server.cut();
    const pauses = await pausesOf(one.clock, 13, () => server.gets().length);
    expectPauses(
      pauses,
      pauses.map((_pause, nth) => Math.min(1000 * 2 ** nth, 30_000)),
    );
    await until(() => expect(one.gaps).toBe(2));
  });

  test.each([
    ["20", 20_000],
    ["0", 2000],
    ["86400", 300_000],
    ["Fri, 07 Nov 2036 23:59:59 GMT", 2000],
    ["-1", 2000],
  ])("after retry-after %s it is left alone for as long, or five minutes", async (value, least) => {
    const server = await legacy(SESSION, undefined, refusal(503, { "retry-after": value }));
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    server.cut();
    await again(one, server);
    expectPauses([await again(one, server)], [least]);
    await until(() => expect(one.gaps).toBe(2));
  });

  test("from its last event on, where it has one", async () => {
    const server = await legacy({ ...SESSION, resumable: true }, undefined, refusal(503));
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    await heard(one);
    server.cut();
    await again(one, server);
    await one.connection.notify(notification("notifications/go"));
    await again(one, server);
    await until(() => expect(one.notifications).toEqual([CHANGED, CHANGED]));
    expect(lastIds(server.gets())).toEqual([undefined, "s2-2", "s2-2"]);
    expect(one.gaps).toBe(1);
  });
});

describe("a legacy server that had a stream and has none any more", () => {
  test.each(["text_405", "text_400", "text_406", "json_200", "forbidden_403"] as const)(
    "and says so by %s is not asked again, and lives on",
    async (name) => {
      const server = await legacy(SESSION, undefined, HTTP_FAULTS[name]);
      const one = await scene({ url: server.url });
      await one.handshake();
      await until(() => expect(one.gaps).toBe(1));
      server.cut();
      await again(one, server);
      await until(() => expect(server.gets()[1]?.reply).not.toBe("open"));
      await turns(5);
      one.clock.advance(3_600_000);
      await turns(5);
      expect(server.gets()).toHaveLength(2);
      expect(await one.askLegacy()).toMatchObject({ type: "response" });
    },
  );

  test.each([
    ["from the start", undefined],
    ["from an event on", saying("id: a\ndata:\n\n")],
  ])("since it no longer knows the session ends the connection: asked %s", async (_how, first) => {
    const server = await legacy(SESSION, first, HTTP_FAULTS.text_404);
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    server.cut();
    await again(one, server);
    expect(await one.connection.closed).toMatchObject({
      type: "session_lost",
      message: expect.stringContaining("HTTP 404"),
    });
    expect(server.requests.map(({ method }) => method)).not.toContain("DELETE");
  });

  test("is not asked again after 404 where it has no sessions, and lives on", async () => {
    const server = await legacy({}, undefined, HTTP_FAULTS.text_404);
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    server.cut();
    await again(one, server);
    await until(() => expect(server.gets()[1]?.reply).not.toBe("open"));
    await turns(5);
    expect(one.clock.waiting).toBe(0);
    expect(await one.askLegacy()).toMatchObject({ type: "response" });
  });
});
