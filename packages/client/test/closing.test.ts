import { type Connection, ManualClock, type Transport } from "@x/connection";
import { expect, test } from "vitest";
import { make, pass } from "./harness.js";
import { arrived, modern, type Server } from "./servers.js";

/** The same server, whose connections end in another way. */
function closing(inner: Server, close: (ended: Promise<unknown>) => unknown): Transport {
  return {
    binding: inner.transport.binding,
    open: async (options) => {
      const opened = await inner.transport.open(options);
      if (opened.type !== "connection") return opened;
      const ours = opened.close.bind(opened);
      opened.close = (() => close(ours())) as Connection["close"];
      return opened;
    },
  };
}

test.each<[string, (ended: Promise<unknown>) => unknown]>([
  ["rejects", () => Promise.reject(new Error("no"))],
  [
    "throws",
    () => {
      throw new Error("no");
    },
  ],
])("a connection whose end %s does not make close() reject, nor reconnect()", async (_, close) => {
  const { client } = make();
  client.addServer("a", closing(modern("a", ["t"]), close));
  client.addServer("b", modern("b", ["u"]).transport);
  await client.connect();
  expect(await client.reconnect("a")).toMatchObject({ state: "ready" });
  await client.close();
});

test("a connection that never ends holds close() up for half a minute, and not for ever", async () => {
  const clock = new ManualClock();
  const b = modern("b", ["u"]);
  const { client } = make({ clock });
  client.addServer(
    "a",
    closing(modern("a", ["t"]), () => new Promise(() => {})),
  );
  client.addServer("b", b.transport);
  await client.connect();
  let isClosed = false;
  const closed = client.close().then(() => {
    isClosed = true;
  });
  await arrived();
  await pass(clock, 29_999);
  expect({ isClosed, others: b.open }).toEqual({ isClosed: false, others: 0 });
  await pass(clock, 1);
  await closed;
  expect(clock.waiting).toBe(0);
});

test("a transport that opens whatever its signal says holds close() up no longer, and what it opens late is closed", async () => {
  const clock = new ManualClock();
  const a = modern("a", ["t"]);
  let open = (): void => {};
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { client } = make({ clock });
  client.addServer("a", {
    binding: a.transport.binding,
    open: async ({ clock: time }) => {
      await opening;
      return a.transport.open({ clock: time });
    },
  });
  void client.connect();
  await arrived();
  const closed = client.close();
  await pass(clock, 30_000);
  await closed;
  open();
  await arrived();
  expect({ open: a.open, peers: a.peers.length }).toEqual({ open: 0, peers: 1 });
  expect(a.received).toEqual([]);
});
