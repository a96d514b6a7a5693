import { HTTP_FAULTS, type HttpBehaviour } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import { answer, MODERN, scene, server, turns, until } from "./http-scene.js";

const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };
const LIMIT = 1_000_000;

for (const name of BACK_END_NAMES) {
  describe(`H6: a reply without end over ${name}`, () => {
    test.each(["endless_body", "endless_event"] as const)(
      "is read up to the limit, which is named, and no further: %s",
      async (fault) => {
        const { url, requests } = await server(HTTP_FAULTS[fault]);
        const one = await scene({ url, send: backEnd(name), era: MODERN, maxMessageBytes: LIMIT });
        const outcome = await one.ask();
        expect(outcome).toMatchObject({ type: "too_large", limitBytes: LIMIT });
        const { sizeBytes } = outcome as { readonly sizeBytes: number };
        expect(sizeBytes).toBeGreaterThan(LIMIT);
        expect(sizeBytes).toBeLessThan(2 * LIMIT);
        await until(() => expect(requests[0]?.reply).toBe("cut"));
        expect(one.faults).toMatchObject([{ code: "too_large", text: expect.any(String) }]);
        expect(one.faults[0]?.text?.length).toBeLessThanOrEqual(200);
      },
    );

    test("is told by its beginning where it is a refusal", async () => {
      const { url, requests } = await server(HTTP_FAULTS.endless_refusal);
      const one = await scene({ url, send: backEnd(name), era: MODERN });
      expect(await one.ask()).toMatchObject({
        type: "http_status",
        status: 500,
        body: "x".repeat(2000),
      });
      await until(() => expect(requests[0]?.reply).toBe("cut"));
    });

    test("ends its call where it is one of headers", async () => {
      const { url, requests } = await server(HTTP_FAULTS.endless_headers);
      const one = await scene({ url, send: backEnd(name), era: MODERN });
      expect(await one.ask()).toMatchObject({ type: "stream_ended" });
      await until(() => expect(requests[0]?.reply).toBe("cut"));
    });
  });
}

test("H6: a refusal is told by its beginning, in whatever pieces it comes", async () => {
  const { url, requests } = await server((request, response) => {
    response.writeHead(500, { "content-type": "text/plain" });
    response.write("é".repeat(10), () => {
      response.write("a", () => {
        response.write("b".repeat(5000));
        response.writeHead = () => response;
        HTTP_FAULTS.endless_refusal(request, response);
      });
    });
  });
  const one = await scene({ url, era: MODERN });
  const body = `${"é".repeat(10)}a${"b".repeat(1989)}`;
  expect(await one.ask()).toMatchObject({ type: "http_status", body });
  await until(() => expect(requests[0]?.reply).toBe("cut"));
});

describe("E7: the status of a gate is the outcome", () => {
  const GATES = [401, 403, 407, 429, 302] as const;
  const silent =
    (status: number): HttpBehaviour =>
    (_request, response) =>
      response.writeHead(status, { "www-authenticate": "Bearer" }).write("Who");
  const broken =
    (status: number): HttpBehaviour =>
    (_request, response) => {
      response.writeHead(status, { "content-length": 100 });
      response.write("Who", () => setImmediate(() => response.socket?.resetAndDestroy()));
    };

  test.each(GATES)("after a second, though its body never ends: %i", async (status) => {
    const { url, requests } = await server(silent(status));
    const one = await scene({ url });
    const options = { totalMs: 5000, onAbandon: "silent" } as const;
    const asked = one.ask("server/discover", {}, options);
    await until(() => expect(one.clock.waiting).toBe(2));
    await turns(5);
    one.clock.advance(1000);
    expect(await asked).toMatchObject({ type: "http_status", status, body: "Who" });
    await until(() => expect(requests[0]?.reply).toBe("cut"));
  });

  test.each(GATES)("at once, though its body breaks off: %i", async (status) => {
    const { url } = await server(broken(status));
    const one = await scene({ url });
    expect(await one.ask("server/discover", {})).toMatchObject({ type: "http_status", status });
  });

  test("and so is that of any other refusal whose body breaks off", async () => {
    const { url } = await server(broken(500));
    const one = await scene({ url });
    const outcome = await one.ask("server/discover", {});
    expect(outcome).toMatchObject({ type: "http_status", status: 500, body: "Who" });
  });
});

test("F4: each event counts by itself", async () => {
  const fill = "x".repeat(990_000);
  const { url } = await server((request, response) => {
    const params = { progressToken: request.message?.["id"], progress: 1, message: fill };
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params };
    response.writeHead(200, EVENTS);
    response.end(`data: ${JSON.stringify(progress)}\n\ndata: ${answer(request, { fill })}\n\n`);
  });
  const one = await scene({ url, era: MODERN, maxMessageBytes: LIMIT });
  let heard = 0;
  const onNotification = (): void => {
    heard += 1;
  };
  const outcome = await one.ask("tools/call", {}, { onNotification });
  expect(outcome).toMatchObject({ type: "response", response: { result: { fill } } });
  expect(heard).toBe(1);
});

test("F5: a body just at the limit arrives, and one byte more is too much", async () => {
  for (const [more, type] of [
    [0, "response"],
    [1, "too_large"],
  ] as const) {
    const { url } = await server((request, response) => {
      const text = answer(request);
      const padded = text + " ".repeat(1000 - text.length + more);
      response.writeHead(200, JSON_TYPE).end(padded);
    });
    const one = await scene({ url, era: MODERN, maxMessageBytes: 1000 });
    expect((await one.ask()).type).toBe(type);
  }
});
