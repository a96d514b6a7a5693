import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { afterEach, expect, test, vi } from "vitest";

const cleanUps: (() => Promise<unknown>)[] = [];

// As long as the silent ones may stay silent.
vi.setConfig({ testTimeout: 60_000 });

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test("of a hundred endpoints, ten dead and ten silent, the healthy are ready and merged without waiting for the sick", async () => {
  const healthy = await listening(
    createHttpServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk;
      });
      request.on("end", () => answer(request.url ?? "", JSON.parse(body), response));
    }),
  );
  // Accepts, reads, and never says a word.
  const silent = await listening(createServer((socket) => socket.resume()));
  const dead = await freePort();
  // The one slot is for processes: an endpoint waits for no other.
  const clientInfo = { name: "interop", version: "1.0.0" };
  const client = new Client({ clientInfo, maxConnecting: 1 });
  cleanUps.push(() => client.close());
  const kinds = Array.from({ length: 100 }, (_, index) => kindOf(index));
  for (const [index, kind] of kinds.entries()) {
    const port = { healthy, silent, dead }[kind];
    const transport = httpTransport({ url: `http://127.0.0.1:${port}/${index}` });
    client.addServer(`peer-${index}`, transport, { probeTimeoutMs: 120_000 });
  }
  const decided = new Set<string>();
  const whole = new Promise<void>((resolve) => {
    client.on((event) => {
      if (event.type !== "peer" || event.report.state === "connecting") return;
      decided.add(event.report.name);
      if (decided.size === 90) resolve();
    });
  });
  const waitingForAll = client.connect();
  await whole;
  const reports = client.peers;
  await client.connect({ timeoutMs: 1 });
  const states = { healthy: "ready", silent: "connecting", dead: "unavailable" } as const;
  expect(reports.map(({ state }) => state)).toEqual(kinds.map((kind) => states[kind]));
  expect(reports.filter(({ reason }) => reason === "unreachable")).toHaveLength(10);
  expect(client.tools).toHaveLength(80);
  // The declared order decides about names, also with those missing that are late.
  expect(client.tools.map(({ canonical }) => canonical).slice(0, 2)).toEqual([
    "search",
    "peer-3/search",
  ]);
  await client.close();
  await waitingForAll;
});

function kindOf(index: number): "healthy" | "silent" | "dead" {
  if (index % 10 === 1) return "silent";
  return index % 10 === 2 ? "dead" : "healthy";
}

function answer(
  url: string,
  { id, method }: { id: number; method: string },
  response: ServerResponse,
): void {
  const result =
    method === "server/discover"
      ? {
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {} },
          ttlMs: 0,
          cacheScope: "private",
        }
      : {
          tools: [{ name: "search", description: url, inputSchema: { type: "object" } }],
          ttlMs: 0,
          cacheScope: "private",
        };
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }),
  );
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  );
  return (server.address() as AddressInfo).port;
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
