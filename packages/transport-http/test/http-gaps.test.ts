import { HTTP_FAULTS, type HttpBehaviour } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, onTestFinished, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { endpoint, MODERN, scene, until } from "./http-scene.js";
import { expectPauses } from "./pauses.js";
import { again, CHANGED, heard, lastIds, legacy, SESSION, saying } from "./standing-server.js";

describe("a gap in what a legacy server says unasked is told", () => {
  test.each(BACK_END_NAMES)(
    "when its stream is there first, and when it is there again without resuming, over %s",
    async (name) => {
      const server = await legacy();
      const one = await scene({ url: server.url, send: backEnd(name) });
      await one.handshake();
      await until(() => expect(one.gaps).toBe(1));
      await heard(one);
      server.cut();
      await again(one, server);
      await until(() => expect(one.gaps).toBe(2));
      await heard(one);
      expect(lastIds(server.gets())).toEqual([undefined, undefined]);
      expect(one.faults).toEqual([]);
    },
  );

  test("not when it was resumed by an id: the server tells what it said meanwhile", async () => {
    const server = await legacy({ ...SESSION, resumable: true });
    const one = await scene({ url: server.url });
    await one.handshake();
    await until(() => expect(one.gaps).toBe(1));
    await heard(one);
    server.cut();
    await until(() => expect(server.gets()[0]?.reply).toBe("cut"));
    await one.connection.notify(notification("notifications/go"));
    await again(one, server);
    await until(() => expect(one.notifications).toEqual([CHANGED, CHANGED]));
    expect(lastIds(server.gets())).toEqual([undefined, "s2-2"]);
    expect(one.gaps).toBe(1);
  });

  test("when an id was taken back, or cannot stand in a header", async () => {
    for (const events of ["id: a\ndata:\n\nid:\ndata:\n\n", "id: \u00fc\ndata:\n\n"]) {
      const server = await legacy(SESSION, saying(events));
      const one = await scene({ url: server.url });
      await one.handshake();
      await again(one, server);
      await until(() => expect(one.gaps).toBe(2));
      expect(lastIds(server.gets())).toEqual([undefined, undefined]);
    }
  });

  test("for a new stream in place of one that the server does not resume", async () => {
    const server = await legacy(SESSION, saying("id: a\ndata:\n\n"), HTTP_FAULTS.text_400);
    const one = await scene({ url: server.url });
    await one.handshake();
    expectPauses([await again(one, server), await again(one, server)], [1000, 2000]);
    await until(() => expect(one.gaps).toBe(2));
    await heard(one);
    expect(lastIds(server.gets())).toEqual([undefined, "a", undefined]);
  });

  test.each<[string, HttpBehaviour]>([
    ["answers 500 to it", HTTP_FAULTS.text_500],
    ["ends it each time", saying("")],
  ])(
    "for a new stream in place of one that cannot go on from its last event: the server %s",
    async (_how, behaviour) => {
      const attempts = Array.from({ length: 10 }, () => behaviour);
      const server = await legacy(SESSION, saying("id: a\ndata:\n\n"), ...attempts);
      const one = await scene({ url: server.url });
      await one.handshake();
      for (let nth = 0; nth < 11; nth += 1) await again(one, server);
      await until(() => expect(one.gaps).toBe(2));
      await heard(one);
      expect(lastIds(server.gets())).toEqual([undefined, ...attempts.map(() => "a"), undefined]);
    },
  );

  test("never over a modern server, whose streams are all of requests", async () => {
    const { url } = await endpoint("* modern");
    const one = await scene({ url, era: MODERN });
    await one.ask();
    expect(one.gaps).toBe(0);
  });

  test("never in the binding of 2024-11-05, whose stream ends with its connection", async () => {
    const { url } = await endpoint("* legacy", { style: "sse" });
    const one = await scene({ url });
    await one.handshake("2024-11-05");
    await one.askLegacy();
    expect(one.gaps).toBe(0);
  });

  test.each(BACK_END_NAMES)(
    "also by a handler that throws: that surfaces, and the stream is heard, over %s",
    async (name) => {
      const thrown = surfacing();
      const server = await legacy();
      const one = await scene({ url: server.url, send: backEnd(name) });
      one.connection.on({
        gap: () => {
          throw new Error("a host's mistake");
        },
      });
      await one.handshake();
      await until(() => expect(thrown).toMatchObject([{ message: "a host's mistake" }]));
      await heard(one);
      expect([one.gaps, server.gets().length]).toEqual([1, 1]);
    },
  );
});

/** What surfaces of the platform until the end of the test, in place of where it surfaces otherwise. */
function surfacing(): unknown[] {
  const thrown: unknown[] = [];
  const listener = (error: unknown): void => void thrown.push(error);
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    const usual = process.rawListeners(event) as (() => void)[];
    process.removeAllListeners(event).on(event, listener);
    onTestFinished(() => {
      process.removeAllListeners(event);
      for (const one of usual) process.on(event, one);
    });
  }
  return thrown;
}
