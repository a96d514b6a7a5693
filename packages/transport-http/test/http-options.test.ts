import { ManualClock } from "@x/connection";
import { describe, expect, test } from "vitest";
import { HttpTransportError, type HttpTransportOptions } from "../src/index.js";
import { httpTransport } from "../src/index.node.js";
import { httpServer } from "./send-servers.js";

const url = "http://127.0.0.1:3000/mcp";

function refusal(options: HttpTransportOptions): unknown {
  try {
    httpTransport(options);
  } catch (error) {
    return error;
  }
  return expect.unreachable("the options were accepted");
}

describe("httpTransport", () => {
  test.each<[string, HttpTransportOptions]>([
    ["invalid_url", { url: "example.com/mcp" }],
    ["invalid_url", { url: "https://user:s3cret@example.com/mcp" }],
    ["insecure_url", { url: "http://example.com/mcp" }],
    ["invalid_header", { url, headers: { "x y": "z" } }],
    ["invalid_header", { url, headers: { x: "a\r\nb: c" } }],
    ["reserved_header", { url, headers: { "Mcp-Session-Id": "x" } }],
    ["reserved_header", { url, headers: { Accept: "text/html" } }],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map(
      (maxMessageBytes): [string, HttpTransportOptions] => [
        "invalid_limit",
        { url, maxMessageBytes },
      ],
    ),
  ])("refuses with %s what it cannot use: %j", (code, options) => {
    const thrown = refusal(options);
    expect(thrown).toBeInstanceOf(HttpTransportError);
    expect(thrown).toMatchObject({ code, fault: "local" });
    expect(String(thrown)).not.toContain("s3cret");
  });

  test("takes what is insecure where it is allowed to", () => {
    const { binding } = httpTransport({ url: "http://example.com/mcp#x", allowInsecure: true });
    expect(binding).toEqual({ type: "http", url: "http://example.com/mcp" });
  });

  test("opens nothing until something is sent, and lets go of its sockets when it is closed", async () => {
    const {
      url: at,
      connections,
      open,
      idle,
    } = await httpServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    const connection = await httpTransport({ url: at }).open({ clock: new ManualClock() });
    if (connection.type === "open_failure") throw new Error(connection.message);
    connection.settle({ era: "modern", revision: "2026-07-28" });
    expect(connections()).toBe(0);
    const ask = (): Promise<unknown> =>
      connection.exchange(
        { jsonrpc: "2.0", id: connection.ids.next(), method: "tools/list" },
        { totalMs: null, onAbandon: "cancel" },
      );
    await ask();
    await ask();
    expect(open()).toBeGreaterThan(0);
    await connection.close();
    await idle();
    expect(open()).toBe(0);
  });
});
