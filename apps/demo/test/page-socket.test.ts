import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { readCommand } from "../src/console/command-schema.js";
import { SOCKET_LIMITS } from "../src/console/page-socket.js";
import type { Command } from "../src/console/protocol.js";
import { closed, type Serving, serve } from "./serving.js";

const SOON = { timeout: 15_000, interval: 20 };

let serving: Serving;
beforeAll(async () => {
  serving = await serve();
});
afterEach(() => serving.drop());
afterAll(() => serving.close());

describe("what comes on the socket", () => {
  const send = (made: WebSocket, command: Command): void => made.send(JSON.stringify(command));

  test("garbage is refused, and the next command is served all the same", async () => {
    const { socket: made, got } = await serving.page();
    for (const text of ["", "{", "[]", "null", '{"type":"kill"}', '{"id":1,"type":"none"}']) {
      made.send(text);
    }
    send(made, { id: 2, type: "cancel", call: 99 });
    send(made, { id: 3, type: "resume", peer: "nobody" });
    // A command that is no call, and under way: itself.
    send(made, { id: 4, type: "cancel", call: 4 });
    await expect
      .poll(() => got.filter(({ type }) => type === "refused" || type === "answer"), SOON)
      .toMatchObject([
        { type: "refused", message: "The message is not JSON." },
        { type: "refused", message: "The message is not JSON." },
        { type: "refused", message: /^The message is no command/ },
        { type: "refused", message: /^The message is no command/ },
        { type: "refused", message: /^The message is no command/ },
        { type: "answer", id: 1, ok: false, code: "not_a_command" },
        { type: "answer", id: 2, ok: false, code: "no_such_call" },
        { type: "answer", id: 3, ok: false, code: "cannot_be_done" },
        { type: "answer", id: 4, ok: false, code: "no_such_call" },
      ]);
  });

  test("an argument may have any name", () => {
    const args = '{"__proto__":"p","constructor":"c"}';
    const read = readCommand(`{"id":1,"type":"call","tool":"x","arguments":${args}}`);
    expect(read.type === "command" && read.command.type === "call").toBe(true);
    expect(JSON.stringify(read)).toContain(args);
    const answer = '{"__proto__":true}';
    const told = `{"id":1,"type":"answer","question":1,"action":"accept","content":${answer}}`;
    expect(JSON.stringify(readCommand(told))).toContain(answer);
    const wrong = told.replace("true", '{"deep":1}');
    expect(readCommand(wrong)).toMatchObject({ type: "refused", id: 1 });
  });

  test.each([
    ["a member that no command has", { id: 1, type: "add_colliding", more: true }],
    ["an id that is none", { id: 0, type: "add_colliding" }],
    ["a policy that there is not", { id: 1, type: "policy", policy: "overwrite" }],
    [
      "a time limit without an end",
      { id: 1, type: "call", tool: "x", arguments: {}, totalMs: 1e9 },
    ],
    ["arguments that are a list", { id: 1, type: "call", tool: "x", arguments: [] }],
  ])("%s is refused", async (_, value) => {
    const { socket: made, got } = await serving.page();
    made.send(JSON.stringify(value));
    await expect
      .poll(() => got.find(({ type }) => type === "refused" || type === "answer"), SOON)
      .toMatchObject({ message: expect.stringMatching(/^The message is no command/) });
  });

  test("garbage without an end closes the socket with code 1008", async () => {
    const { socket: made } = await serving.page();
    const over = closed(made);
    for (let n = 0; n < 50; n += 1) made.send("garbage");
    expect(await over).toBe(1008);
  });

  test("a flood of commands closes the socket with code 1008, and no other one", async () => {
    const [{ socket: made }, other] = [await serving.page(), await serving.page()];
    const over = closed(made);
    for (let id = 1; id <= 5000; id += 1) send(made, { id, type: "cancel", call: 1 });
    expect(await over).toBe(1008);
    send(other.socket, { id: 1, type: "cancel", call: 1 });
    await expect.poll(() => other.got.some(({ type }) => type === "answer"), SOON).toBe(true);
  });

  test("a message over the limit closes it with code 1009, a binary one with 1003", async () => {
    const long = await serving.page();
    const longOver = closed(long.socket);
    long.socket.send("x".repeat(SOCKET_LIMITS.messageBytes + 1));
    expect(await longOver).toBe(1009);
    const binary = await serving.page();
    const binaryOver = closed(binary.socket);
    binary.socket.send(Buffer.from('{"id":1,"type":"add_colliding"}'));
    expect(await binaryOver).toBe(1003);
  });

  test("bytes that are no frame of a WebSocket end that connection alone", async () => {
    const other = await serving.page();
    const raw = connect(serving.pages.port, "127.0.0.1");
    raw.on("error", () => undefined);
    const over = new Promise((resolve) => raw.once("close", resolve));
    const own = `127.0.0.1:${serving.pages.port}`;
    raw.write(
      `GET /socket?token=${serving.pages.token} HTTP/1.1\r\nHost: ${own}\r\nOrigin: http://${own}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}\r\n\r\n`,
    );
    raw.write(Buffer.alloc(4096, 0xff));
    raw.resume();
    await over;
    send(other.socket, { id: 1, type: "cancel", call: 1 });
    await expect.poll(() => other.got.some(({ type }) => type === "answer"), SOON).toBe(true);
  });

  test("a request that is no HTTP, or half of it, ends alone", async () => {
    for (const bytes of [
      "\u0000\u0001\r\n\r\n",
      "GET /socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
    ]) {
      const raw = connect(serving.pages.port, "127.0.0.1");
      raw.on("error", () => undefined);
      const over = new Promise((resolve) => raw.once("close", resolve));
      raw.end(bytes);
      raw.resume();
      await over;
    }
    expect((await serving.page()).got.length).toBeGreaterThan(0);
  });
});

describe("a page that reads slowly", () => {
  test("is told how much was dropped, and the state as it is when it reads again", async () => {
    const { socket: made, got } = await serving.page();
    made.pause();
    const before = process.memoryUsage().arrayBuffers;
    // Far more than the kernel and every queue hold.
    const text = "x".repeat(2000);
    const told = 40_000;
    for (let n = 0; n < told; n += 1) {
      serving.host.tell({ kind: "other", peer: null, text: `${n} ${text}` });
      if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    void serving.host.questions.ask(
      { message: "Still there?", fields: [], defaults: {}, requestedSchema: {} },
      { peer: "notes", signal: new AbortController().signal },
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    made.resume();
    await vi.waitFor(() => {
      const snapshot = got.findLast((message) => message.type === "snapshot");
      expect(snapshot?.snapshot.questions).toMatchObject([{ message: "Still there?" }]);
      const events = got.filter((message) => message.type === "events");
      expect(
        events
          .at(-1)
          ?.events.at(-1)
          ?.text.startsWith(`${told - 1} `),
      ).toBe(true);
      const dropped = events.reduce((sum, message) => sum + message.dropped, 0);
      const count = events.reduce((sum, message) => sum + message.events.length, 0);
      expect(dropped).toBeGreaterThan(told / 2);
      expect(dropped + count).toBe(told);
    }, SOON);
    serving.host.questions.answer(1, { action: "cancel" });
  });
});
