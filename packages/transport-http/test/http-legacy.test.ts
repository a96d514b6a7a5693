import { HTTP_FAULTS, insteadOf, type ReceivedRequest } from "@x/testkit";
import { initializeRequest, notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import { BACK_END_NAMES, backEnd } from "./back-ends.js";
import {
  clientInfo,
  endpoint,
  LEGACY,
  type Scene,
  scene,
  server,
  settled,
  turns,
  until,
} from "./http-scene.js";

const SESSION = { style: "legacy", session: "s" } as const;

/** HTTP method, session and revision of each request. */
function heads(requests: readonly ReceivedRequest[]): readonly string[] {
  return requests.map(({ method, headers, message }) =>
    [
      method,
      message?.["method"] ?? "-",
      headers["mcp-session-id"] ?? "-",
      headers["mcp-protocol-version"] ?? "-",
    ].join(" "),
  );
}

describe("a legacy session", () => {
  test.each(BACK_END_NAMES)(
    "goes with every request behind initialize, and ends by DELETE, over %s",
    async (name) => {
      const { url, requests, log } = await endpoint("* legacy", SESSION);
      const one = await scene({ url, send: backEnd(name) });
      await one.handshake();
      expect(await one.askLegacy()).toMatchObject({ type: "response" });
      expect(await settled(one.connection.close(), one.clock)).toMatchObject({ type: "local" });
      expect(heads(requests)).toEqual([
        "POST initialize - -",
        "POST notifications/initialized s-1 2025-11-25",
        "POST tools/call s-1 2025-11-25",
        "DELETE - s-1 2025-11-25",
      ]);
      expect(requests.some(({ headers }) => "mcp-method" in headers)).toBe(false);
      expect(log.at(-1)).toBe("-");
    },
  );

  test.each([
    ["2024-11-05", "-"],
    ["2025-03-26", "-"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
  ])("of revision %s names it in its requests as %s", async (revision, named) => {
    const { url, requests } = await endpoint("* legacy", SESSION);
    const one = await scene({ url });
    await one.handshake(revision);
    await one.askLegacy("tools/list");
    await settled(one.connection.close(), one.clock);
    expect(heads(requests)).toEqual([
      "POST initialize - -",
      `POST notifications/initialized s-1 ${named}`,
      `POST tools/list s-1 ${named}`,
      `DELETE - s-1 ${named}`,
    ]);
  });

  test("is none where the server gives none, and nothing has to be ended then", async () => {
    const { url, requests } = await endpoint("* legacy", { style: "legacy" });
    const one = await scene({ url });
    await one.handshake();
    await one.askLegacy();
    await one.connection.close();
    expect(heads(requests).slice(1)).toEqual([
      "POST notifications/initialized - 2025-11-25",
      "POST tools/call - 2025-11-25",
    ]);
  });

  test.each(["with space", "ü", ""])("is not taken where its id is %j", async (id) => {
    const { url, requests } = await server((request, response) => {
      const raw = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nmcp-session-id: ${id}\r\nconnection: close\r\n`;
      const body = JSON.stringify({ jsonrpc: "2.0", id: request.message?.["id"], result: {} });
      response.socket?.end(`${raw}content-length: ${body.length}\r\n\r\n${body}`, "latin1");
    });
    const one = await scene({ url, era: LEGACY });
    await one.askLegacy("initialize", {});
    await one.askLegacy("ping", {});
    expect(heads(requests).at(-1)).toBe("POST ping - 2025-11-25");
  });

  test("is not begun by an initialize that is refused", async () => {
    const { url, requests } = await server((request, response) => {
      const { id, method } = request.message ?? {};
      const error = { code: -32603, message: "no" };
      const body = { jsonrpc: "2.0", id, ...(method === "ping" ? { result: {} } : { error }) };
      const head = { "content-type": "application/json", "mcp-session-id": "s-1" };
      response.writeHead(200, head).end(JSON.stringify(body));
    });
    const one = await scene({ url, era: LEGACY });
    expect(await one.askLegacy("initialize", {})).toMatchObject({ response: { error: {} } });
    await one.askLegacy("ping", {});
    expect(heads(requests).at(-1)).toBe("POST ping - 2025-11-25");
  });

  test("is that of the answer, also where the server says something else before it", async () => {
    let say = (): void => {};
    const { url, requests } = await server((request, response) => {
      const { id } = request.message ?? {};
      if (id === undefined) {
        HTTP_FAULTS.empty_202(request, response);
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "s-1" });
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/x" })}\n\n`);
      const result = { capabilities: { tools: { listChanged: true } } };
      say = () => response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    });
    const one = await scene({ url });
    one.connection.on({ notification: () => say() });
    await one.handshake();
    await until(() => expect(requests).toHaveLength(3));
    expect(heads(requests).slice(1)).toEqual([
      "POST notifications/initialized s-1 2025-11-25",
      "GET - s-1 2025-11-25",
    ]);
  });
});

describe("a legacy session that the server no longer knows", () => {
  const GONE = { http: "POST", method: "tools/call" } as const;

  test("ends the connection with all that is pending, and is not ended once more", async () => {
    const { url, requests } = await endpoint(
      `
> {"id":1,"method":"tools/list"}
* legacy`,
      { ...SESSION, instead: insteadOf(GONE, HTTP_FAULTS.text_404) },
    );
    const one = await scene({ url });
    await one.handshake();
    const pending = one.askLegacy("tools/list", {});
    await until(() => expect(requests).toHaveLength(3));
    const reason = { type: "session_lost", message: expect.stringContaining("HTTP 404") };
    expect(await one.askLegacy()).toMatchObject({ type: "closed", reason });
    expect(await pending).toMatchObject({ type: "closed", reason });
    expect(await one.connection.closed).toMatchObject(reason);
    expect(await one.connection.close()).toMatchObject(reason);
    expect(requests.map(({ method }) => method)).not.toContain("DELETE");
    await until(() => expect(requests.some(({ reply }) => reply === "open")).toBe(false));
  });

  test("is told by the status, whatever body follows or does not", async () => {
    for (const body of ['{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"x"}}', ""]) {
      const { url } = await endpoint("* legacy", {
        ...SESSION,
        instead: insteadOf(GONE, (_request, response) => {
          response.writeHead(404, { "content-type": "application/json" }).write(body || " ");
        }),
      });
      const one = await scene({ url });
      await one.handshake();
      expect(await one.askLegacy()).toMatchObject({ reason: { type: "session_lost" } });
    }
  });

  test("is told to whoever notifies, too", async () => {
    const { url } = await endpoint("* legacy", {
      ...SESSION,
      instead: insteadOf({ method: "notifications/x" }, HTTP_FAULTS.text_404),
    });
    const one = await scene({ url });
    await one.handshake();
    const notified = await one.connection.notify(notification("notifications/x"));
    expect(notified).toMatchObject({ type: "closed", reason: { type: "session_lost" } });
  });

  test("H3: a 404 is the server's own word where there is no session", async () => {
    const { url } = await endpoint("* legacy", {
      style: "legacy",
      instead: insteadOf(GONE, HTTP_FAULTS.unknown_method_404_rpc),
    });
    const one = await scene({ url });
    await one.handshake();
    expect(await one.askLegacy()).toMatchObject({ response: { error: { code: -32601 } } });
    expect(await one.askLegacy("tools/list", {})).toMatchObject({ type: "response" });
  });
});

describe("close()", () => {
  test.each(["text_405", "text_500", "unauthorized_401", "reset_at_once"] as const)(
    "is over where the server answers DELETE by %s",
    async (name) => {
      const { url } = await endpoint("* legacy", {
        ...SESSION,
        instead: insteadOf({ http: "DELETE" }, HTTP_FAULTS[name]),
      });
      const one = await scene({ url });
      await one.handshake();
      expect(await one.connection.close()).toMatchObject({ type: "local" });
    },
  );

  test("waits two seconds for a server that never answers DELETE", async () => {
    const { url, requests } = await endpoint("* legacy", {
      ...SESSION,
      instead: insteadOf({ http: "DELETE" }, HTTP_FAULTS.silent),
    });
    const one = await scene({ url });
    await one.handshake();
    let isOver = false;
    const closing = one.connection.close().finally(() => {
      isOver = true;
    });
    await until(() => expect(requests.at(-1)?.method).toBe("DELETE"));
    one.clock.advance(1999);
    await turns(5);
    expect(isOver).toBe(false);
    one.clock.advance(1);
    expect(await closing).toMatchObject({ type: "local" });
    await until(() => expect(requests.at(-1)?.reply).toBe("cut"));
  });
});

test("T3: initialize is abandoned without a word", async () => {
  const { url, requests } = await server(HTTP_FAULTS.silent);
  const one: Scene = await scene({ url });
  const params = { revision: LEGACY.revision, capabilities: {}, clientInfo };
  const asked = one.exchange(initializeRequest(1, params), { totalMs: 500, onAbandon: "cancel" });
  await until(() => expect(requests).toHaveLength(1));
  one.clock.advance(500);
  expect(await asked).toMatchObject({ type: "timed_out" });
  await turns(5);
  expect(requests).toMatchObject([{ reply: "open" }]);
});
