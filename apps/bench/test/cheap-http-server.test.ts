import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CheapHttpServer, cheapHttpServer } from "../src/cheap-http-server.js";

const MIB = 1024 * 1024;

function ask(url: string, method: string, args: object = {}): Promise<Response> {
  const message = { jsonrpc: "2.0", id: 7, method, params: { name: "echo", arguments: args } };
  return fetch(url, { method: "POST", body: JSON.stringify(message) });
}

describe.each([
  { replies: "json", type: "application/json" },
  { replies: "sse", type: "text/event-stream" },
] as const)("the cheap server with $replies replies", ({ replies, type }) => {
  let server: CheapHttpServer;
  let url: string;
  beforeAll(async () => {
    server = await cheapHttpServer({ replies, tools: 3, listeners: 2 });
    url = server.endpoints[0]?.url ?? "";
  });
  afterAll(() => server.stop());

  async function resultOf(response: Response): Promise<{ readonly [member: string]: unknown }> {
    expect(response).toMatchObject({ status: 200 });
    expect(response.headers.get("content-type")).toBe(type);
    const body = await response.text();
    const data = replies === "json" ? body : /^event: message\ndata: (.*)\n\n$/.exec(body)?.[1];
    const message = JSON.parse(data ?? "") as { readonly [member: string]: unknown };
    expect(message).toMatchObject({ jsonrpc: "2.0", id: 7 });
    return message["result"] as { readonly [member: string]: unknown };
  }

  test("discovers, and lists under a prefix of the listener's own", async () => {
    const discovered = await resultOf(await ask(url, "server/discover"));
    expect(discovered).toMatchObject({ supportedVersions: ["2026-07-28"] });
    for (const [index, endpoint] of server.endpoints.entries()) {
      const { tools } = await resultOf(await ask(endpoint.url, "tools/list"));
      const names = (tools as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(["echo", "frame", "tool_2"].map((name) => `s${index}_${name}`));
    }
  });

  test("echoes text, and sends as many MiB as it is asked for", async () => {
    const echoed = await resultOf(await ask(url, "tools/call", { text: "hello" }));
    expect(echoed).toMatchObject({ content: [{ type: "text", text: "hello" }] });
    const { content } = await resultOf(await ask(url, "tools/call", { mib: 3 }));
    const [{ text } = { text: "" }] = content as { text: string }[];
    expect(text).toHaveLength(3 * MIB);
  });

  test("takes notifications, and has no stream of its own", async () => {
    const notification = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(await fetch(url, { method: "POST", body: notification })).toMatchObject({ status: 202 });
    expect(await fetch(url)).toMatchObject({ status: 405 });
  });

  test("reads requests however they are cut", async () => {
    const body = '{"jsonrpc":"2.0","id":7,"method":"nothing"}';
    const request = `POST /mcp HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    await once(socket, "connect");
    for (const piece of [
      request.slice(0, 30),
      request.slice(30, 70),
      request.slice(70) + request,
    ]) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    while (received.split("Method not found").length < 3) await once(socket, "data");
    socket.destroy();
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });
});
