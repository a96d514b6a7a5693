import { describe, expect, test } from "vitest";
import type { HttpSink, Send } from "../src/index.js";
import { answer, LEGACY, MODERN, scene, settled, turns } from "./http-scene.js";

const url = "http://127.0.0.1/mcp";
const PROGRESS = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken: 1, progress: 1 },
});

/** A back end whose reply is given by hand; what a sink throws is kept, as a platform would tell of it. */
function byHand() {
  const thrown: unknown[] = [];
  const sinks: HttpSink[] = [];
  let open = 0;
  const send: Send = (_request, sink) => {
    let isOpen = true;
    open += 1;
    const close = (): void => {
      if (isOpen) open -= 1;
      isOpen = false;
    };
    const guarded =
      <Args extends unknown[]>(call: (...args: Args) => void, isLast = 0) =>
      (...args: Args): void => {
        if (!isOpen) return;
        if (isLast === 1) close();
        try {
          call(...args);
        } catch (error) {
          thrown.push(error);
        }
      };
    sinks.push({
      head: guarded((status, header) => sink.head(status, header)),
      chunk: guarded((bytes) => sink.chunk(bytes)),
      end: guarded(() => sink.end(), 1),
      fail: guarded((failure) => sink.fail(failure), 1),
    });
    return close;
  };
  return { send, thrown, sinks, open: () => open };
}

function typed(type: string): (name: string) => string | undefined {
  return (name) => (name === "content-type" ? type : undefined);
}

describe("a listener that throws", () => {
  test.each([
    ["application/json", ""],
    ["text/event-stream", "data: "],
  ])(
    "does not keep a call from its end, nor its reply from being let go: %s",
    async (type, field) => {
      const { send, thrown, sinks, open } = byHand();
      const one = await scene({ url, send, era: MODERN });
      one.connection.on({
        tap: ({ direction }) => {
          if (direction === "received") throw new Error("a host's mistake");
        },
      });
      const asked = one.ask();
      sinks[0]?.head(200, typed(type));
      sinks[0]?.chunk(Buffer.from(`${field}${answer({ message: { id: 1 } })}\n\n`));
      if (field === "") sinks[0]?.end();
      expect(await asked).toMatchObject({ type: "response" });
      expect(thrown).toMatchObject([{ message: "a host's mistake" }]);
      one.clock.advance(2000);
      expect([open(), one.clock.waiting]).toEqual([0, 0]);
    },
  );

  test("at progress, does not keep the reply from going on", async () => {
    const { send, thrown, sinks, open } = byHand();
    const one = await scene({ url, send, era: MODERN });
    const onNotification = (): void => {
      throw new Error("a host's mistake");
    };
    const asked = one.ask("tools/call", {}, { onNotification });
    sinks[0]?.head(200, typed("text/event-stream"));
    sinks[0]?.chunk(Buffer.from(`data: ${PROGRESS}\n\n`));
    expect(thrown).toHaveLength(1);
    sinks[0]?.chunk(Buffer.from(`data: ${answer({ message: { id: 1 } })}\n\n`));
    expect(await asked).toMatchObject({ type: "response" });
    sinks[0]?.end();
    expect(open()).toBe(0);
  });

  test("at a fault of the last reply, does not keep a lost session from ending all", async () => {
    const { send, thrown, sinks, open } = byHand();
    const one = await scene({ url, send });
    const initialize = one.askLegacy("initialize", {});
    const session = (name: string): string | undefined =>
      name === "mcp-session-id" ? "s-1" : undefined;
    sinks[0]?.head(200, session);
    sinks[0]?.chunk(Buffer.from(answer({ message: { id: 1 } })));
    sinks[0]?.end();
    await initialize;
    one.connection.on({
      fault: () => {
        throw new Error("a host's mistake");
      },
    });
    const pending = one.askLegacy("tools/list", {});
    const lost = one.askLegacy("tools/call", {});
    sinks[1]?.head(200, typed("text/event-stream"));
    // Whose answer depends on an era that is never settled: a fault in the end.
    sinks[1]?.chunk(Buffer.from('data: {"jsonrpc":"2.0","id":"p","method":"ping"}\n\n'));
    sinks[2]?.head(404, () => undefined);
    expect(await lost).toMatchObject({ type: "closed", reason: { type: "session_lost" } });
    expect(await pending).toMatchObject({ type: "closed" });
    expect(thrown).toHaveLength(1);
    expect([open(), one.clock.waiting]).toEqual([0, 0]);
  });
});

test("a connection that is closed twice, and again when it has ended, is closed once", async () => {
  const { send, sinks, open } = byHand();
  let closings = 0;
  const counting: Send = Object.assign((...args: Parameters<Send>) => send(...args), {
    close: () => {
      closings += 1;
    },
  });
  const one = await scene({ url, send: counting, era: LEGACY });
  const asked = one.askLegacy();
  const [first, second] = [one.connection.close(), one.connection.close()];
  expect(await asked).toMatchObject({ type: "closed", reason: { type: "local" } });
  expect(await first).toBe(await second);
  await turns(1);
  expect([sinks.length, open()]).toEqual([1, 0]);
  expect(closings, "a back end that was given stays the caller's").toBe(0);
  await settled(one.connection.close(), one.clock);
});
