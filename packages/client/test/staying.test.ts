import { ManualClock } from "@x/connection";
import { type InputHandlers, inputAnswers } from "@x/input";
import { expect, test } from "vitest";
import { make, methods } from "./harness.js";
import { arrived, error, legacy, modern } from "./servers.js";

const listed = (...tools: string[]) => ({
  resultType: "complete",
  tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
});

test("a call stays with its server: one that gives its tool away in a refusal does not send it on", async () => {
  const state = { has: true };
  const a = modern("a", [], {
    "tools/list": () => (state.has ? listed("t") : listed()),
    "tools/call": (frame) => {
      state.has = false;
      return error(frame, -32020);
    },
  });
  const c = modern("c", ["t"]);
  const { client } = make({ collision: "prefix" });
  client.addServer("a", a.transport);
  client.addServer("c", c.transport, { tools: { include: [] } });
  await client.connect();
  await client.removeServer("c");
  client.addServer("c", c.transport);
  await client.connect();
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "rpc_error", rpcCode: -32020 });
  expect(methods(c)).not.toContain("tools/call");
  await client.close();
});

test("what a guard decided about is what is called: not another server, another tool or other arguments", async () => {
  const a = modern("a", ["t"]);
  const b = modern("b", ["t"]);
  let meanwhile: () => Promise<void> = async () => {};
  const asked: unknown[] = [];
  const { client } = make({
    guard: async ({ arguments: args, annotations }) => {
      asked.push([{ ...args }, annotations]);
      await meanwhile();
      return "allow" as const;
    },
  });
  client.addServer("a", a.transport);
  await client.connect();
  meanwhile = async () => {
    await client.replaceServer("a", b.transport);
    await client.connect();
  };
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "peer_unavailable" });
  expect([...methods(a), ...methods(b)]).not.toContain("tools/call");
  await arrived();
  const args = { path: "/safe" };
  meanwhile = async () => {
    args.path = "/etc/shadow";
  };
  await client.callTool("t", args);
  expect(b.received.at(-1)?.params?.["arguments"]).toEqual({ path: "/safe" });
  await client.close();
});

test("a tool that changes while a guard decides is decided about again", async () => {
  const state = { hint: false };
  const a = legacy("a", [], {
    "tools/list": () => ({
      tools: [
        {
          name: "t",
          inputSchema: { type: "object" },
          annotations: { destructiveHint: state.hint },
        },
      ],
    }),
  });
  const seen: unknown[] = [];
  const { client } = make({
    guard: async ({ annotations }) => {
      seen.push(annotations["destructiveHint"]);
      if (seen.length > 1) return { deny: "it destroys" } as const;
      state.hint = true;
      a.peers[0]?.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      await arrived();
      return "allow" as const;
    },
  });
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "denied" });
  expect(seen).toEqual([false, true]);
  expect(methods(a)).not.toContain("tools/call");
  await client.close();
});

const ASKS = {
  resultType: "input_required",
  inputRequests: {
    q: {
      method: "elicitation/create",
      params: { mode: "form", message: "?", requestedSchema: { type: "object", properties: {} } },
    },
  },
  requestState: "of a",
};

const answering = (form: () => Promise<unknown>) =>
  inputAnswers({ elicitation: { form } } as unknown as InputHandlers);

test("answers go to the server that asked, and to no other in its place", async () => {
  const a = modern("a", ["t"], { "tools/call": () => ASKS });
  const b = modern("b", ["t"]);
  const { client } = make({
    input: answering(async () => {
      await client.replaceServer("a", b.transport);
      await client.connect();
      return { action: "accept", content: {} };
    }),
  });
  client.addServer("a", a.transport);
  await client.connect();
  await expect(client.callTool("t")).rejects.toMatchObject({ code: "connection_closed" });
  expect(methods(b)).not.toContain("tools/call");
  await client.close();
});

test.each(["close", "remove", "abort"])(
  "a call whose handler never settles ends by %s, and leaves no timer",
  async (how) => {
    const clock = new ManualClock();
    const a = modern("a", ["t"], { "tools/call": () => ASKS });
    const { client } = make({ clock, input: answering(() => new Promise(() => {})) });
    client.addServer("a", a.transport);
    await client.connect();
    const controller = new AbortController();
    const ended = expect(
      client.callTool("t", {}, { signal: controller.signal }),
    ).rejects.toMatchObject({
      code: how === "abort" ? "aborted" : "connection_closed",
    });
    await arrived();
    if (how === "abort") controller.abort();
    else if (how === "remove") await client.removeServer("a");
    else await client.close();
    await ended;
    await client.close();
    expect(clock.waiting).toBe(0);
  },
);

test("a call that waits for a guard ends when its client closes", async () => {
  const { client } = make({ guard: () => new Promise(() => {}) });
  client.addServer("a", modern("a", ["t"]).transport);
  await client.connect();
  const ended = expect(client.callTool("t")).rejects.toMatchObject({ code: "peer_unavailable" });
  await arrived();
  await client.close();
  await ended;
});

test("a call to a server that is removed meanwhile is told as lost, not as unknown", async () => {
  const a = modern("a", ["t"], { "tools/call": () => undefined });
  const { client } = make();
  client.addServer("a", a.transport);
  await client.connect();
  const ended = expect(client.callTool("t")).rejects.toMatchObject({ code: "connection_closed" });
  await arrived();
  await client.removeServer("a");
  await ended;
  await client.close();
});
