import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, names, states } from "./harness.js";
import { arrived, modern, server, slowToLeave } from "./servers.js";

test("a server that is removed while its tools are listed leaves everybody else as they are", async () => {
  let pages = 0;
  let more = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    more = resolve;
  });
  const slow = modern("slow", [], {
    "tools/list": () => {
      pages += 1;
      if (pages > 1) {
        more();
        return undefined;
      }
      return {
        resultType: "complete",
        tools: [{ name: "first", inputSchema: { type: "object" } }],
        nextCursor: "2",
      };
    },
  });
  const good = modern("good", ["t"]);
  const { client } = make();
  client.addServer("slow", slow.transport);
  client.addServer("good", good.transport);
  const connected = client.connect();
  await waiting;
  await client.removeServer("slow");
  expect(states(await connected)).toEqual(["good ready modern"]);
  expect(names(client)).toEqual(["t"]);
  expect(slow.open).toBe(0);
  await client.close();
});

test("E9: a server that is declared again after it was removed waits until its last process is gone", async () => {
  const log: string[] = [];
  const inner = modern("a", ["t"]);
  const lock = slowToLeave(inner, log);
  const { client } = make();
  client.addServer("a", lock);
  await client.connect();
  void client.removeServer("a");
  client.addServer("b", lock);
  await client.connect();
  expect(log).toEqual(["open", "gone", "open"]);
  expect(names(client)).toEqual(["t"]);
  await client.close();
});

test("a transport or a listener that throws is no reason for others to suffer", async () => {
  const { client } = make();
  const thrown: unknown[] = [];
  const note = (reason: unknown): void => void thrown.push(reason);
  process.on("unhandledRejection", note);
  client.on(() => {
    throw new Error("of the host");
  });
  client.addServer("broken", {
    binding: { type: "memory", name: "broken" },
    open: () => Promise.reject(new Error("of the transport")),
  });
  client.addServer("good", modern("good", ["t"]).transport);
  expect(await client.connect()).toMatchObject([
    { reason: "broken_transport", message: expect.stringContaining("of the transport") },
    { state: "ready" },
  ]);
  expect(names(client)).toEqual(["t"]);
  await client.close();
  await arrived();
  process.off("unhandledRejection", note);
  expect(thrown.length).toBeGreaterThan(0);
});

test("a list that goes on for ever is given up as a whole, and used as far as it was read", async () => {
  const clock = new ManualClock();
  let page = 0;
  const endless = modern("endless", [], {
    "tools/list": () => {
      page += 1;
      clock.advance(900);
      return {
        resultType: "complete",
        tools: [{ name: `t${page}`, inputSchema: { type: "object" } }],
        nextCursor: `${page}`,
      };
    },
  });
  const { client } = make({ clock, listTimeoutMs: 1000 });
  client.addServer("endless", endless.transport);
  const [report] = await client.connect();
  expect(report).toMatchObject({ state: "ready", listProblems: { tools: "exchange" }, tools: 4 });
  await client.close();
});

test("a peer that waits for its turn can be removed at once", async () => {
  const silent = server("silent", { "server/discover": () => undefined });
  const { client } = make({ maxConnecting: 1, clock: new ManualClock() });
  client.addServer("silent", silent.transport);
  client.addServer("queued", modern("queued", ["t"]).transport);
  const connected = client.connect();
  await arrived();
  await client.removeServer("queued");
  await client.close();
  expect(states(await connected)).toEqual(["silent unavailable unknown"]);
});

test("closing waits for servers that are being removed too", async () => {
  const one = modern("one", ["t"]);
  const { client } = make();
  client.addServer("one", one.transport);
  await client.connect();
  void client.removeServer("one");
  await client.close();
  expect(one.open).toBe(0);
});
