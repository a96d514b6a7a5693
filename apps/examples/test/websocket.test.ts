import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { type ContractPeer, type ContractSubject, transportContract } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { webSocketTransport } from "../src/websocket-transport.js";
import { expectUnread, opened } from "./support/opened.js";
import { ScriptedProcesses } from "./support/scripted-process.js";

const maxMessageBytes = 10_000;
const host = "127.0.0.1";

async function listening(): Promise<{ server: WebSocketServer; url: string }> {
  const server = new WebSocketServer({ host, port: 0 });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return { server, url: `ws://${host}:${address.port}/mcp` };
}

/** A WebSocket server behind which a process plays the script, a message a line. */
async function peer(script: Parameters<ContractSubject["open"]>[0]): Promise<ContractPeer> {
  const processes = new ScriptedProcesses(script);
  const { server, url } = await listening();
  server.on("connection", (socket) => {
    const child = processes.start();
    socket.on("message", (message) => child.stdin.write(`${message}\n`));
    socket.on("close", () => child.stdin.end());
    const lines = createInterface(child.stdout);
    lines.on("line", (line) => socket.send(line));
    lines.on("close", () => socket.close(1000));
  });
  return {
    transport: webSocketTransport({ url, maxMessageBytes }),
    left: () => processes.left(),
    cleanup: async () => {
      await processes.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A URL that nobody listens on any more. */
async function unopenable(): Promise<ContractPeer> {
  const { server, url } = await listening();
  await new Promise((resolve) => server.close(resolve));
  return { transport: webSocketTransport({ url }) };
}

const cases = transportContract({ open: peer, unopenable, maxFrameBytes: maxMessageBytes });

describe.concurrent("the contract of a transport, over WebSocket", { timeout: 20_000 }, () => {
  for (const { name, run } of cases) test(name, run);
});

test("a message far over the limit ends the connection, and is not read to its end", async () => {
  const { server, url } = await listening();
  server.on("connection", (socket) => socket.send("x".repeat(2 * 1024 * 1024)));
  const transport = webSocketTransport({ url, maxMessageBytes });
  const connection = await opened(transport);
  expect(await connection.closed).toMatchObject({ type: "failed" });
  await connection.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a message that is too long for a text ends its connection alone", async () => {
  const { server, url } = await listening();
  // The head of a message of 512 MiB, of which next to nothing comes.
  server.on("connection", (_, { socket }) => {
    const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0x20, 0, 0, 0]);
    socket.write(head);
  });
  const transport = webSocketTransport({ url, maxMessageBytes: 2 ** 40 });
  const connection = await opened(transport);
  expect(await connection.closed).toMatchObject({ type: "failed" });
  await connection.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a server that never answers the upgrade is given up in time", async () => {
  const mute = createServer((socket) => socket.resume()).listen(0, host);
  await once(mute, "listening");
  const address = mute.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  const transport = webSocketTransport({ url: `ws://${host}:${address.port}/mcp`, openMs: 50 });
  const opened = await transport.open({ clock: { now: () => 0, after: () => () => {} } });
  expect(opened).toMatchObject({ type: "open_failure", phase: "connect" });
  await new Promise((resolve) => mute.close(resolve));
});

test("a server that does not read is given up when too much waits for it", async () => {
  const { server, url } = await listening();
  server.on("connection", (socket) => socket.pause());
  const transport = webSocketTransport({ url, maxQueuedBytes: 1_000_000 });
  await expectUnread(await opened(transport));
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

test("an opening that is aborted on its way leaves no socket", async () => {
  const { server, url } = await listening();
  const abort = new AbortController();
  const opening = webSocketTransport({ url }).open({
    clock: { now: () => 0, after: () => () => {} },
    signal: abort.signal,
  });
  abort.abort();
  expect(await opening).toMatchObject({ type: "open_failure", phase: "aborted" });
  await new Promise((resolve) => server.close(resolve));
});
