import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Client } from "@x/client";
import { httpTransport } from "@x/transport-http";
import { afterEach, expect, test } from "vitest";

const EVERYTHING = join(
  dirname(
    createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json"),
  ),
  "dist/index.js",
);

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Starts the published server in one of its HTTP modes; gives its port once it listens. */
async function everything(mode: "sse" | "streamableHttp"): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, mode], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  cleanUps.push(() => ended(child));
  await new Promise<void>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`The server exited with ${code}.`)));
    child.stderr.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes(`${port}`)) resolve();
    });
  });
  return port;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("close", () => resolve());
    child.kill("SIGKILL");
  });
}

test.each([
  ["streamableHttp", "mcp"],
  ["sse", "sse"],
] as const)("server-everything is ready, listed and called in its mode %s", async (mode, path) => {
  const port = await everything(mode);
  const client = new Client({ clientInfo: { name: "interop", version: "1.0.0" } });
  cleanUps.push(() => client.close());
  const transport = httpTransport({ url: `http://127.0.0.1:${port}/${path}` });
  client.addServer("everything", transport, { allowLegacy: true });
  const [report] = await client.connect();
  expect(report).toMatchObject({
    state: "ready",
    era: "legacy",
    revision: "2025-11-25",
    faults: 0,
  });
  expect(client.tools.length).toBeGreaterThan(5);
  const { content } = await client.callTool("get-sum", { a: 2, b: 40 });
  expect(JSON.stringify(content)).toContain("42");
});
