import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { HttpTransportOptions } from "../src/index.js";
import { httpTransport } from "../src/index.node.js";
import { giving, guarded } from "./authorizing.js";
import { answering, MODERN, scene, server } from "./http-scene.js";

const url = "https://example.com/mcp";

/** What a transport says of its authorization context. */
async function context(
  headers: NonNullable<HttpTransportOptions["headers"]>,
  at: string = url,
): Promise<string> {
  return (await httpTransport({ url: at, headers }).authorization?.()) ?? "";
}

test("C1: two tokens on one endpoint are two authorization contexts, and neither has its token in it", async () => {
  const first = await context({ authorization: "Bearer s3cret-one" });
  const second = await context({ authorization: "Bearer s3cret-two" });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toMatch(/^[0-9a-f]{64}$/);
  expect(second).not.toBe(first);
});

test("C1: the context is SHA-256 of the headers, whose names are in lower case and in order", async () => {
  const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
  expect(await context({})).toBe(digest("[]"));
  expect(await context({ "X-Team": "b\u00fc\u00fc", Authorization: "Bearer a" })).toBe(
    digest('[["authorization","Bearer a"],["x-team","b\u00fc\u00fc"]]'),
  );
});

test("C1: the same headers in another order and case are the same context; another name or value is not", async () => {
  const one = await context({ "x-key": "k", "x-team": "t" });
  expect(await context({ "X-Team": "t", "X-Key": "k" })).toBe(one);
  expect(await context({ "x-key": "K", "x-team": "t" })).not.toBe(one);
  expect(await context({ "x-key": "t", "x-team": "k" })).not.toBe(one);
  expect(await context({ "x-key": 'k","x-team":"t' })).not.toBe(one);
  expect(await context({ "x-key": "k" })).not.toBe(one);
});

test("C1: the query of the URL is the binding's, and no part of the context", async () => {
  const one = await context({ "x-key": "k" });
  expect(await context({ "x-key": "k" }, `${url}?token=s3cret`)).toBe(one);
});

test("C1: after a 401, headers that authorize gave make another context, and the same ones the same", async () => {
  const { url: at } = await server(guarded(["new", "newer"]));
  const authorize = giving("new");
  const headers = { authorization: "Bearer old", "x-team": "blue" };
  const transport = httpTransport({ url: at, headers, authorize });
  const before = await transport.authorization?.();
  const one = await scene({ url: at, transport, era: MODERN });
  expect(await transport.authorization?.()).toBe(before);
  expect(await one.ask()).toMatchObject({ type: "response" });
  const after = await transport.authorization?.();
  expect(after).toBe(await context({ ...headers, authorization: "Bearer new" }, at));
  expect(after).not.toBe(before);
  expect(await one.ask()).toMatchObject({ type: "response" });
  expect(await transport.authorization?.()).toBe(after);
});

test("C1: where authorize has nothing to give, the context stays", async () => {
  const { url: at } = await server(guarded([]));
  const transport = httpTransport({ url: at, authorize: giving() });
  const before = await transport.authorization?.();
  const one = await scene({ url: at, transport, era: MODERN });
  expect(await one.ask()).toMatchObject({ type: "http_status", status: 401 });
  expect(await transport.authorization?.()).toBe(before);
});

test("C1: asking for the context sends nothing", async () => {
  const { url: at, requests } = await server(answering);
  await context({ "x-key": "k" }, at);
  expect(requests).toEqual([]);
});

test("C1: on a page without digests, a context is one transport's own, and has nothing of a header in it", async () => {
  vi.stubGlobal("crypto", {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { url: at } = await server(guarded(["s3cret-new"]));
  const headers = { authorization: "Bearer s3cret-old" };
  const authorize = giving("s3cret-new");
  const transport = httpTransport({ url: at, headers, authorize });
  const before = await transport.authorization?.();
  expect(await transport.authorization?.()).toBe(before);
  expect(await context(headers, at)).not.toBe(before);
  const one = await scene({ url: at, transport, era: MODERN });
  expect(await one.ask()).toMatchObject({ type: "response" });
  const after = await transport.authorization?.();
  expect(after).not.toBe(before);
  expect(await transport.authorization?.()).toBe(after);
  expect(`${before}${after}`).not.toContain("s3cret");
});
