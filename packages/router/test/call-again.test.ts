import { type Connection, ManualClock, type MemoryPeer, memoryTransport } from "@x/connection";
import { createRegistry, type Registry, update } from "@x/registry";
import type { StampContext } from "@x/wire";
import { expect, test } from "vitest";
import { callTool, type Owner, type Recovery, type Routes, type Safety } from "../src/index.js";

const context: StampContext = {
  era: "modern",
  revision: "2026-07-28",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

interface Asked {
  readonly id: number;
  readonly reply: (body: object) => void;
  readonly peer: MemoryPeer;
}

/** One peer whose connections are opened one after the other, as a client would. */
async function scene(options: { safety?: Safety; annotations?: object } = {}) {
  const asked: Asked[] = [];
  const clock = new ManualClock();
  const transport = memoryTransport((peer) => {
    peer.onFrame((text) => {
      const { id } = JSON.parse(text);
      const reply = (body: object): void => peer.send({ jsonrpc: "2.0", id, ...body } as never);
      asked.push({ id, reply, peer });
    });
  });
  const open = async (): Promise<Connection> => {
    const connection = await transport.open({ clock });
    if (connection.type === "open_failure") throw new Error(connection.message);
    connection.settle(context);
    return connection;
  };
  let owner: Owner = { state: "ready", connection: await open(), context, capabilities: {} };
  let registry: Registry = createRegistry({ peers: [{ name: "server" }], policy: "prefix" });
  const { annotations } = options;
  const tool = { name: "t", inputSchema: { type: "object" }, annotations };
  registry = update(registry, {
    type: "listed",
    lists: [{ peer: "server", items: [tool] }],
  }).next;
  let relisted = 0;
  let checked = 0;
  const recovery: Recovery = {
    now: () => clock.now(),
    ready: async () => {
      if (owner.state === "unavailable") return owner;
      if (await isOver(owner.connection))
        owner = { state: "ready", connection: await open(), context, capabilities: {} };
      return owner;
    },
    relist: async () => {
      relisted += 1;
    },
    safety: () => options.safety ?? "never",
    check: async () => {
      checked += 1;
    },
  };
  const routes: Routes = { registry: () => registry, owner: () => owner, recovery };
  const next = async (count: number): Promise<Asked> => {
    for (let turn = 0; turn < 100 && asked.length < count; turn += 1) await Promise.resolve();
    const one = asked[count - 1];
    if (one === undefined) throw new Error(`There was no request ${count}.`);
    return one;
  };
  return {
    recovery,
    routes,
    clock,
    asked,
    next,
    relisted: () => relisted,
    checked: () => checked,
    set: (to: Owner) => {
      owner = to;
    },
    connection: owner.connection,
    reopened: async (): Promise<Owner> => ({
      state: "ready",
      connection: await open(),
      context,
      capabilities: {},
    }),
  };
}

const DONE = { result: { resultType: "complete", content: [] } };

test("P8: a call lost in flight fails where the operator does not call its tool safe", async () => {
  const { routes, next, asked } = await scene();
  const call = callTool(routes, "t");
  (await next(1)).peer.end();
  expect(await call).toMatchObject({ type: "no_response", outcome: { type: "closed" } });
  expect(asked).toHaveLength(1);
});

test("P8: a call lost in flight is made again on the next connection where the operator calls its tool safe", async () => {
  const { routes, next, asked } = await scene({ safety: "always" });
  const call = callTool(routes, "t");
  (await next(1)).peer.end();
  (await next(2)).reply(DONE);
  expect((await call).type).toBe("result");
  expect(asked).toHaveLength(2);
  expect(asked[1]?.peer).not.toBe(asked[0]?.peer);
});

test.each([
  ["idempotentHint", true],
  ["readOnlyHint", true],
  ["idempotentHint", "true"],
  ["destructiveHint", true],
])("under idempotent, a tool that claims %s %j is made again or not", async (hint, value) => {
  const { routes, next } = await scene({ safety: "idempotent", annotations: { [hint]: value } });
  const call = callTool(routes, "t");
  (await next(1)).peer.end();
  if (value === true && hint !== "destructiveHint") {
    (await next(2)).reply(DONE);
    expect((await call).type).toBe("result");
  } else {
    expect((await call).type).toBe("no_response");
  }
});

test("a call that is lost again and again is made three times at most", async () => {
  const { routes, next, asked } = await scene({ safety: "always" });
  const call = callTool(routes, "t");
  for (const count of [1, 2, 3]) (await next(count)).peer.end();
  expect(await call).toMatchObject({ type: "no_response", outcome: { type: "closed" } });
  expect(asked).toHaveLength(3);
});

test("H10: a call whose headers the server finds wrong is made once more after a relist, with a new id", async () => {
  const { routes, next, asked, relisted } = await scene();
  const call = callTool(routes, "t");
  (await next(1)).reply({ error: { code: -32020, message: "Header mismatch" } });
  (await next(2)).reply({ error: { code: -32020, message: "Header mismatch" } });
  expect(await call).toMatchObject({ type: "rpc_error", error: { code: -32020 } });
  expect(relisted()).toBe(1);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2);
});

test("a call to an owner that is down fails at once, or waits, as the caller wants", async () => {
  const { routes, set, next, reopened } = await scene();
  const back = await reopened();
  set({ state: "unavailable", message: "It is down." });
  expect(await callTool(routes, "t")).toMatchObject({
    type: "unavailable",
    message: "It is down.",
  });
  const waited = callTool(
    {
      ...routes,
      recovery: {
        ...(routes.recovery as Recovery),
        ready: async () => {
          set(back);
          return back;
        },
      },
    },
    "t",
    {},
    { whenUnavailable: "wait" },
  );
  (await next(1)).reply(DONE);
  expect((await waited).type).toBe("result");
  set({ state: "unavailable", message: "It stays down." });
  const given = await callTool(routes, "t", {}, { whenUnavailable: "wait" });
  expect(given).toMatchObject({ type: "unavailable", message: "It stays down." });
});

test("a call that its caller aborted, or that ran out of time, is never made again", async () => {
  const { routes, asked, next } = await scene({ safety: "always" });
  const controller = new AbortController();
  const call = callTool(routes, "t", {}, { signal: controller.signal });
  await next(1);
  controller.abort("enough");
  expect(await call).toMatchObject({ outcome: { type: "aborted", reason: "enough" } });
  expect(asked.filter(({ id }) => id !== undefined)).toHaveLength(1);
});

test("T1: a call's time is one for all its attempts", async () => {
  const { routes, next, clock, asked } = await scene({ safety: "always" });
  const call = callTool(routes, "t", {}, { totalMs: 1000 });
  const first = await next(1);
  clock.advance(800);
  first.peer.end();
  await next(2);
  clock.advance(199);
  await isOver((await scene()).connection);
  expect(asked).toHaveLength(2);
  clock.advance(1);
  expect(await call).toMatchObject({ outcome: { type: "timed_out", afterMs: 200 } });
});

test("T1: a relist takes no longer than its call may, and the call is not made after it", async () => {
  const { routes, next, clock, asked } = await scene();
  let patience: unknown;
  const recovery: Recovery = {
    ...(routes.recovery as Recovery),
    relist: async (_peer, given) => {
      patience = given;
      clock.advance(given.ms);
    },
  };
  const call = callTool({ ...routes, recovery }, "t", {}, { totalMs: 500 });
  const first = await next(1);
  clock.advance(100);
  first.reply({ error: { code: -32020, message: "Header mismatch" } });
  expect(await call).toMatchObject({ type: "rpc_error", error: { code: -32020 } });
  expect(patience).toEqual({ ms: 400, signal: undefined });
  expect(asked).toHaveLength(1);
});

async function isOver(connection: Connection): Promise<boolean> {
  let over = false;
  void connection.closed.then(() => {
    over = true;
  });
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return over;
}

test("a call that was sent is told as lost, also where its tool is gone when it would be made again", async () => {
  const { routes, next, asked, recovery } = await scene({ safety: "always" });
  const gone = createRegistry({ peers: [{ name: "server" }], policy: "prefix" });
  let registry = routes.registry();
  const call = callTool(
    {
      ...routes,
      registry: () => registry,
      recovery: {
        ...recovery,
        ready: async (...args) => {
          registry = gone;
          return recovery.ready(...args);
        },
      },
    },
    "t",
  );
  (await next(1)).peer.end();
  expect(await call).toMatchObject({ type: "no_response", outcome: { type: "closed" } });
  expect(asked).toHaveLength(1);
});
