import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ManualClock } from "@x/connection";
import { HTTP_FAULTS } from "@x/testkit";
import { notification } from "@x/wire";
import { describe, expect, test } from "vitest";
import type { HttpSink, Send } from "../src/index.js";
import { httpTransport } from "../src/index.node.js";
import { answer, answering, LEGACY, MODERN, scene, server, until } from "./http-scene.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** A back end without a network: what it replies, piece by piece. */
function sending(
  reply: (
    id: unknown,
    count: number,
  ) => { readonly type: string; readonly pieces: Iterable<Uint8Array> },
): Send {
  let count = 0;
  return ({ body = "{}" }, sink: HttpSink) => {
    count += 1;
    const { type, pieces } = reply(JSON.parse(body).id, count);
    queueMicrotask(() => {
      sink.head(200, (name) => (name === "content-type" ? type : undefined));
      for (const piece of pieces) sink.chunk(piece);
      sink.end();
    });
    return () => {};
  };
}

const url = "http://127.0.0.1/mcp";

/** Bytes on the heap that are in use after a full collection. */
function heap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe("a connection that is used for long", { timeout: 30_000 }, () => {
  test.each([
    ["modern", MODERN],
    ["legacy", LEGACY],
  ] as const)("keeps nothing of 10,000 calls that are over, where it is %s", async (style, era) => {
    const send = sending((id, count) => {
      const text = answer({ message: { id } });
      const event = `id: ${count}\ndata: ${text}\n\n`;
      return count % 2 === 0
        ? { type: "application/json", pieces: [Buffer.from(text)] }
        : { type: "text/event-stream", pieces: [Buffer.from(event)] };
    });
    const one = await scene({ url, send, era });
    const headers = { "Mcp-Param-X": "1" };
    const call = async (): Promise<void> => {
      const options = { totalMs: 60_000, headers };
      const asked = style === "modern" ? one.ask("tools/call", {}, options) : one.askLegacy();
      expect((await asked).type).toBe("response");
      one.taps.length = 0;
      if (style === "legacy") await one.connection.notify(notification("notifications/x"));
    };
    for (let count = 0; count < 1000; count += 1) await call();
    const before = heap();
    for (let count = 0; count < 10_000; count += 1) await call();
    expect(heap() - before).toBeLessThan(10_000 * 40);
  });

  test("has no more timers, the more calls there were", async () => {
    const { url: at } = await server(answering);
    const one = await scene({ url: at, era: MODERN });
    for (let count = 0; count < 50; count += 1) await one.ask("tools/call", {}, { totalMs: 1000 });
    expect(one.clock.waiting).toBeLessThanOrEqual(2);
  });

  test("keeps nothing of calls whose replies are cut, abandoned or refused", async () => {
    const faults = ["reset_in_stream", "text_500", "ends_at_once", "html_200", "json_200"] as const;
    let count = 0;
    const { url: at, requests } = await server((request, response) => {
      count += 1;
      HTTP_FAULTS[faults[count % faults.length] ?? "text_500"](request, response);
    });
    const one = await scene({ url: at, era: MODERN });
    for (let call = 0; call < 50; call += 1) await one.ask();
    await until(() => expect(requests.filter(({ reply }) => reply === "open")).toEqual([]));
    expect(one.clock.waiting).toBe(0);
  });
});

describe("a large reply", { timeout: 30_000 }, () => {
  const MIB = 1024 * 1024;

  test.each([
    ["in pieces of 4 KiB", 4096, 8 * MIB],
    ["in pieces of 16 bytes", 16, 2 * MIB],
    ["byte by byte", 1, MIB],
  ])("F3: arrives whole, %s", async (_how, pieceBytes, bytes) => {
    const fill = "x".repeat(bytes);
    const text = answer({ message: { id: 1 } }, { resultType: "complete", fill });
    const body = Buffer.from(text);
    const send = sending(() => ({ type: "application/json", pieces: cut(body, pieceBytes) }));
    const connection = await httpTransport({ url, send }).open({ clock: new ManualClock() });
    if (connection.type === "open_failure") throw new Error(connection.message);
    const request = { jsonrpc: "2.0", id: 1, method: "x" } as const;
    const outcome = await connection.exchange(request, { totalMs: null, onAbandon: "silent" });
    expect(outcome).toMatchObject({ type: "response", size: text.length });
    await connection.close();
  });

  test("F3: takes little more memory than its size while it comes byte by byte", async () => {
    const text = answer({ message: { id: 1 } }, { resultType: "complete", fill: "x".repeat(MIB) });
    const body = Buffer.from(text);
    let most = 0;
    const send = sending(() => ({
      type: "application/json",
      pieces: (function* () {
        for (let at = 0; at < body.length; at += 1) {
          if (at === body.length - 1) most = used();
          yield body.subarray(at, at + 1);
        }
      })(),
    }));
    const one = await scene({ url, send, era: MODERN });
    const before = used();
    expect((await one.ask()).type).toBe("response");
    expect(most - before).toBeLessThan(3 * body.length);
  });
});

/** Bytes in use, on the heap and in buffers. */
function used(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function* cut(body: Buffer, pieceBytes: number): Iterable<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
}
