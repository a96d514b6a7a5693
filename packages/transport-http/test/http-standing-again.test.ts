import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { scene, turns, until } from "./http-scene.js";
import { expectPauses, pausesOf } from "./pauses.js";
import { legacy, refusal, SESSION, type StandingServer, saying } from "./standing-server.js";

/** A server whose stream ends at once, is then answered with these statuses, and then stays. */
function interrupted(...statuses: number[]): Promise<StandingServer> {
  return legacy(SESSION, saying(""), ...statuses.map((status) => refusal(status)));
}

describe("the GET for a stream that was there before", () => {
  test("H4: ends the connection where it is answered 404: the session is gone, whether anybody calls or not", async () => {
    const { url, gets, requests } = await interrupted(404);
    const one = await scene({ url });
    await one.handshake();
    await pausesOf(one.clock, 1, () => gets().length);
    expect(await one.connection.closed).toMatchObject({
      type: "session_lost",
      message: expect.stringContaining("HTTP 404"),
    });
    expect(requests.map(({ method }) => method)).not.toContain("DELETE");
    expect(one.faults).toEqual([]);
  });

  test("is made again, with growing pauses, where it is refused for now", async () => {
    const passing = [409, 503, 500, 429, 425, 408];
    const { url, gets } = await interrupted(...passing);
    const one = await scene({ url });
    await one.handshake();
    const pauses = await pausesOf(one.clock, 7, () => gets().length);
    expectPauses(pauses, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await until(() => expect(gets().at(-1)).toMatchObject({ reply: "open" }));
    expect(await one.askLegacy()).toMatchObject({ type: "response" });
  });

  test.each([400, 405, 403])("is the last one where it is answered %s", async (status) => {
    const { url, gets } = await interrupted(status);
    const one = await scene({ url });
    await one.handshake();
    await pausesOf(one.clock, 1, () => gets().length);
    await turns(5);
    expect(one.clock.waiting).toBe(0);
    expect(gets()).toHaveLength(2);
    expect(one.doubts).toEqual([`The endpoint answers HTTP ${status} where its own stream was.`]);
    expect(await one.askLegacy()).toMatchObject({ type: "response" });
  });

  test.each(BACK_END_NAMES)(
    "says that its server may be gone where nobody is there any more, over %s",
    async (name) => {
      const server = await legacy();
      const one = await scene({ url: server.url, send: backEnd(name) });
      await one.handshake();
      await until(() => expect(one.gaps).toBe(1));
      await server.close();
      await until(() => {
        one.clock.advance(1000);
        expect(one.doubts.length).toBeGreaterThan(0);
      });
      expect(one.doubts[0]).toMatch(/^Nothing listens at /);
    },
  );
});
