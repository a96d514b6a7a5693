import { HTTP_FAULTS, insteadOf } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { answer, endpoint, scene, server, turns, until } from "./http-scene.js";

const EVENTS = { "content-type": "text/event-stream" };
const OLD = "2024-11-05";

describe("over HTTP+SSE", () => {
  test.each([
    ["text_500", { type: "http_status", status: 500 }],
    ["text_404", { type: "http_status", status: 404 }],
    ["reset_at_once", { type: "stream_ended" }],
  ] as const)("a call whose POST is answered by %s fails, and no other", async (name, wanted) => {
    const { url } = await endpoint("* legacy", {
      style: "sse",
      instead: insteadOf({ method: "tools/call" }, HTTP_FAULTS[name]),
    });
    const one = await scene({ url });
    await one.handshake(OLD);
    expect(await one.askLegacy()).toMatchObject(wanted);
    expect(await one.askLegacy("tools/list", {})).toMatchObject({ type: "response" });
  });

  test("a call is answered by the stream, though its POST never is", async () => {
    let say = (_text: string): void => {};
    const { url, requests } = await server((request, response) => {
      if (request.method === "GET") {
        response.writeHead(200, EVENTS).write("event: endpoint\ndata: /messages\n\n");
        say = (text) => response.write(`data: ${text}\n\n`);
      } else if (request.path === "/mcp") {
        HTTP_FAULTS.text_405(request, response);
      } else if (request.message?.["method"] !== "initialize") {
        HTTP_FAULTS.silent(request, response);
      } else {
        HTTP_FAULTS.empty_202(request, response);
        say(answer(request));
      }
    });
    const one = await scene({ url });
    expect(await one.askLegacy("initialize", {})).toMatchObject({ type: "response" });
    one.connection.settle({ era: "legacy", revision: OLD });
    const asked = one.askLegacy("tools/call", {});
    await until(() => expect(requests).toHaveLength(4));
    one.clock.advance(600_000);
    await turns(5);
    say(answer({ message: { id: 2 } }));
    expect(await asked).toMatchObject({ type: "response", response: { id: 2 } });
    await one.connection.close();
    await until(() => expect(requests[3]?.reply).toBe("cut"));
  });

  test("the end of the stream is the end of the connection", async () => {
    const script = await endpoint(`> {"id":1,"method":"tools/call"}\n* legacy`, { style: "sse" });
    const one = await scene({ url: script.url });
    await one.handshake(OLD);
    const asked = one.askLegacy();
    await until(() => expect(script.requests).toHaveLength(5));
    script.cut();
    expect(await asked).toMatchObject({ type: "closed", reason: { type: "ended" } });
    expect(await one.connection.closed).toMatchObject({ type: "ended" });
    expect(await one.askLegacy()).toMatchObject({ type: "closed", written: false });
    one.clock.advance(600_000);
    await turns(5);
    expect(script.requests).toHaveLength(5);
  });

  test("T1: an abandoned call is cancelled by a notification", async () => {
    const script = await endpoint(
      `
> {"id":1,"method":"tools/call"}
> {"method":"notifications/cancelled","params":{"requestId":1}}
* legacy`,
      { style: "sse" },
    );
    const one = await scene({ url: script.url });
    await one.handshake(OLD);
    const asked = one.askLegacy("tools/call", {}, { totalMs: 500 });
    await until(() => expect(script.requests).toHaveLength(5));
    one.clock.advance(500);
    expect(await asked).toMatchObject({ type: "timed_out" });
    await until(() => expect(script.requests).toHaveLength(6));
    expect(script.deviations).toEqual([]);
  });

  test("F5: an event over the limit ends the call that it names, or else the connection", async () => {
    const fill = "x".repeat(3000);
    const script = await endpoint(
      `
* {"id":1,"method":"tools/call"}
< {"jsonrpc":"2.0","id":1,"result":{"fill":"${fill}"}}
* {"id":1,"method":"tools/list"}
< {"result":{"fill":"${fill}"},"jsonrpc":"2.0","id":1}
* legacy`,
      { style: "sse" },
    );
    const one = await scene({ url: script.url, maxMessageBytes: 2000 });
    await one.handshake(OLD);
    expect(await one.askLegacy()).toMatchObject({ type: "too_large", limitBytes: 2000 });
    expect(await one.askLegacy("ping", {})).toMatchObject({ type: "response" });
    const reason = { type: "too_large", limitBytes: 2000 };
    expect(await one.askLegacy("tools/list", {})).toMatchObject({ type: "closed", reason });
  });
});
