import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startHttpServer } from "../src/start-http-server.js";

const folder = mkdtempSync(join(tmpdir(), "demo-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program of one line. */
function program(name: string, line: string): string {
  const path = join(folder, name);
  writeFileSync(path, line);
  return path;
}

test("a program that ends without a word has no URL, and what it wrote on stderr is kept", async () => {
  let stderr = "";
  const server = await startHttpServer(
    program("fails.mjs", 'throw new Error("no port left")'),
    (text) => {
      stderr += text;
    },
  );
  expect(server.url).toBeUndefined();
  await server.end();
  expect(stderr).toContain("no port left");
});

test("a program that says something else has no URL", async () => {
  const server = await startHttpServer(program("talks.mjs", 'console.log("Hello")'), () => {});
  expect(server.url).toBeUndefined();
  await server.end();
});

test("a program that does not end by itself is ended by force", async () => {
  const deaf = `console.log('{"listening":"http://127.0.0.1:1/mcp"}'); setInterval(() => {}, 1000)`;
  const server = await startHttpServer(program("deaf.mjs", deaf), () => {});
  expect(server.url).toBe("http://127.0.0.1:1/mcp");
  const { pid = 0 } = server;
  expect(process.kill(pid, 0)).toBe(true);
  await server.end();
  expect(() => process.kill(pid, 0)).toThrow();
});
