import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type ContractPeer, type ContractSubject, transportContract } from "@x/testkit";
import { describe, expect, test } from "vitest";
import { tcpTransport } from "../src/tcp-transport.js";
import { expectUnread, opened } from "./support/opened.js";
import { ScriptedProcesses } from "./support/scripted-process.js";

const maxFrameBytes = 10_000;
const host = "127.0.0.1";

/** A TCP server behind which a process plays the script, byte by byte as it is. */
async function peer(script: Parameters<ContractSubject["open"]>[0]): Promise<ContractPeer> {
  const processes = new ScriptedProcesses(script);
  const server = createServer((socket) => {
    const child = processes.start();
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
    socket.on("error", () => {});
  }).listen(0, host);
  await once(server, "listening");
  const transport = tcpTransport({ host, port: portOf(server.address()), maxFrameBytes });
  return {
    transport,
    left: () => processes.left(),
    cleanup: async () => {
      await processes.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: unknown): number {
  if (typeof address !== "object" || address === null || !("port" in address)) {
    throw new Error("The server has no port.");
  }
  return Number(address.port);
}

/** A port that nobody listens on any more. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const cases = transportContract({
  open: peer,
  unopenable: async () => ({ transport: tcpTransport({ host, port: await freePort() }) }),
  maxFrameBytes,
});

describe.concurrent("the contract of a transport, over TCP", { timeout: 20_000 }, () => {
  for (const { name, run } of cases) test(name, run);
});

test("a server that does not read is given up when too much waits for it", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.pause();
    socket.on("error", () => {});
    sockets.push(socket);
  }).listen(0, host);
  await once(server, "listening");
  const port = portOf(server.address());
  const transport = tcpTransport({ host, port, maxQueuedBytes: 1_000_000 });
  await expectUnread(await opened(transport));
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test("an opening that is aborted on its way leaves no socket", async () => {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const abort = new AbortController();
  const opening = tcpTransport({ host, port: portOf(server.address()) }).open({
    clock: { now: () => 0, after: () => () => {} },
    signal: abort.signal,
  });
  abort.abort();
  expect(await opening).toMatchObject({ type: "open_failure", phase: "aborted" });
  // Settles when no connection is left.
  await new Promise((resolve) => server.close(resolve));
});
