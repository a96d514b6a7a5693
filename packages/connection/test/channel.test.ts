import { expect, test } from "vitest";
import { bindingKey, clockFrom, ManualClock, memoryTransport, multiplex } from "../src/index.js";

const plain = { totalMs: 1000, onAbandon: "cancel" } as const;
const ask = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call" }) as const;

function bare() {
  const frames: string[] = [];
  const dones: ((sent: boolean) => void)[] = [];
  let closes = 0;
  const mux = multiplex(
    {
      send: (frame, done) => {
        frames.push(frame);
        if (done !== undefined) dones.push(done);
      },
      close: async () => {
        closes += 1;
        return { type: "local", message: "closed" };
      },
    },
    { clock: new ManualClock() },
  );
  return { mux, frames, dones, closes: () => closes };
}

test("F5: a frame over the limit fails the call that it answers and no other", async () => {
  const { mux } = bare();
  const { connection } = mux;
  const first = connection.exchange(ask(1), plain);
  const second = connection.exchange(ask(2), plain);
  mux.received([{ type: "too_large", limitBytes: 10, sizeBytes: 12, text: "{", id: 1 }]);
  mux.received([{ type: "too_large", limitBytes: 10, sizeBytes: 12, text: "{", id: 9 }]);
  expect(await first).toEqual({ type: "too_large", limitBytes: 10, sizeBytes: 12 });
  mux.received([{ type: "response", message: { jsonrpc: "2.0", id: 2, result: {} }, text: "" }]);
  expect((await second).type).toBe("response");
});

test("F5: a frame over the limit that answers nobody who could be named ends the connection, with limit, size and remedy", async () => {
  const { mux, closes } = bare();
  const pending = mux.connection.exchange(ask(1), plain);
  mux.received([{ type: "too_large", limitBytes: 10, sizeBytes: 12, text: "{" }]);
  expect(await pending).toMatchObject({
    type: "closed",
    reason: { type: "too_large", limitBytes: 10, sizeBytes: 12 },
  });
  const { message } = await mux.connection.closed;
  expect(message).toMatch(/12 bytes.*10 bytes.*maxFrameBytes/);
  expect(closes()).toBe(1);
  await mux.connection.close();
  expect(closes()).toBe(1);
});

test("a notification counts as sent when the channel took it, and as closed when it never will", async () => {
  const { mux, dones } = bare();
  const first = mux.connection.notify({ jsonrpc: "2.0", method: "a" });
  const second = mux.connection.notify({ jsonrpc: "2.0", method: "b" });
  dones[0]?.(true);
  expect(await first).toEqual({ type: "sent" });
  dones[1]?.(false);
  mux.ended({ type: "ended", message: "gone" });
  expect(await second).toMatchObject({ type: "closed", reason: { message: "gone" } });
});

test("an exchange whose signal fires is forgotten by the signal once it is over", async () => {
  const { mux } = bare();
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: "abort", f: () => void) => void listeners.add(f),
    removeEventListener: (_: "abort", f: () => void) => void listeners.delete(f),
  };
  const outcome = mux.connection.exchange(ask(1), { ...plain, signal });
  expect(listeners.size).toBe(1);
  mux.received([{ type: "response", message: { jsonrpc: "2.0", id: 1, result: {} }, text: "" }]);
  await outcome;
  expect(listeners.size).toBe(0);
});

test("a handler that throws harms no other message of its chunk", async () => {
  const { mux } = bare();
  const outcome = mux.connection.exchange(ask(1), plain);
  mux.connection.on({
    notification: () => {
      throw new Error("of the host");
    },
  });
  expect(() =>
    mux.received([
      { type: "notification", message: { jsonrpc: "2.0", method: "x" }, text: "" },
      { type: "response", message: { jsonrpc: "2.0", id: 1, result: {} }, text: "" },
    ]),
  ).toThrow("of the host");
  expect((await outcome).type).toBe("response");
});

test("what is said after the end is not heard", async () => {
  const { mux } = bare();
  const heard: unknown[] = [];
  mux.connection.on({ fault: (fault) => heard.push(fault), gap: () => heard.push("gap") });
  mux.ended({ type: "ended", message: "gone" });
  mux.ended({ type: "failed", message: "again" });
  mux.received([{ type: "invalid", code: "not_json", detail: "x", text: "x" }]);
  mux.gap();
  expect(await mux.connection.closed).toEqual({ type: "ended", message: "gone" });
  expect(heard).toEqual([]);
});

test("a gap is told to everyone who listens for it, each time, and is no fault", () => {
  const { mux } = bare();
  const heard: string[] = [];
  mux.gap();
  mux.connection.on({ fault: () => heard.push("fault"), gap: () => heard.push("a") });
  const off = mux.connection.on({ gap: () => heard.push("b") });
  mux.gap();
  off();
  mux.gap();
  expect(heard).toEqual(["a", "b", "a"]);
});

test("a gap ends no exchange, and is told to the others where one handler throws", async () => {
  const { mux } = bare();
  const outcome = mux.connection.exchange(ask(1), plain);
  let count = 0;
  mux.connection.on({
    gap: () => {
      throw new Error("of the host");
    },
  });
  mux.connection.on({ gap: () => (count += 1) });
  expect(() => mux.gap()).toThrow("of the host");
  expect(count).toBe(1);
  mux.received([{ type: "response", message: { jsonrpc: "2.0", id: 1, result: {} }, text: "" }]);
  expect((await outcome).type).toBe("response");
});

test("a peer in the same process tells a gap in its turn among what it sends", async () => {
  const heard: string[] = [];
  const transport = memoryTransport((peer) => {
    peer.onFrame(() => {
      peer.send({ jsonrpc: "2.0", method: "before" });
      peer.gap();
      peer.send({ jsonrpc: "2.0", method: "after" }, { jsonrpc: "2.0", id: 1, result: {} });
    });
  });
  const connection = await transport.open({ clock: new ManualClock() });
  if (connection.type === "open_failure") throw new Error(connection.message);
  connection.on({
    notification: ({ method }) => heard.push(method),
    gap: () => heard.push("gap"),
  });
  await connection.exchange(ask(1), plain);
  expect(heard).toEqual(["before", "gap", "after"]);
});

test("two bindings have one key exactly where they are the same thing", () => {
  const stdio = { type: "stdio", command: "a", args: ["b c"], cwd: "/", envHash: "0" } as const;
  const keys = [
    stdio,
    { ...stdio, args: ["b", "c"] },
    { ...stdio, command: "a b", args: ["c"] },
    { ...stdio, cwd: "/x" },
    { ...stdio, envHash: "1" },
    { type: "http", url: "http://localhost/a" } as const,
    { type: "memory", name: "a" } as const,
    { type: "custom", name: "a" } as const,
  ].map(bindingKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(bindingKey({ ...stdio, args: [...stdio.args] })).toBe(keys[0]);
});

test("an aborted opening opens nothing", async () => {
  const transport = memoryTransport(() => expect.unreachable("must not be served"));
  const opened = await transport.open({ clock: new ManualClock(), signal: AbortSignal.abort() });
  expect(opened).toMatchObject({ type: "open_failure", phase: "aborted" });
});

test("a server may refuse to be opened, and reads what was sent before it listened", async () => {
  const refusal = { type: "open_failure", phase: "spawn", code: "ENOENT", message: "no" } as const;
  const clock = new ManualClock();
  expect(await memoryTransport(() => refusal).open({ clock })).toBe(refusal);
  const read: string[] = [];
  const opened = await memoryTransport((peer) => {
    setImmediate(() => peer.onFrame((text) => read.push(text)));
  }).open({ clock });
  if (opened.type !== "connection") throw new Error("did not open");
  await opened.notify({ jsonrpc: "2.0", method: "early" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).toEqual(['{"jsonrpc":"2.0","method":"early"}']);
});

test("a clock over the platform's timers rings after the delay and not when it was cancelled", async () => {
  const clock = clockFrom(globalThis);
  const before = clock.now();
  clock.after(0, () => expect.unreachable("was cancelled"))();
  await new Promise<void>((resolve) => clock.after(5, resolve));
  expect(clock.now()).toBeGreaterThan(before);
});

test("a manual clock rings in order, also what was started on the way", () => {
  const clock = new ManualClock();
  const rung: string[] = [];
  clock.after(20, () => rung.push("b"));
  clock.after(10, () => {
    rung.push("a");
    clock.after(5, () => rung.push("a5"));
  });
  expect(clock.untilNext).toBe(10);
  clock.advance(19);
  expect(rung).toEqual(["a", "a5"]);
  clock.advance(1);
  expect(rung).toEqual(["a", "a5", "b"]);
  expect(clock.waiting).toBe(0);
  expect(clock.untilNext).toBeUndefined();
});
