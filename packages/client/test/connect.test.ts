import { ManualClock, type Transport } from "@x/connection";
import { expect, test } from "vitest";
import { Client, type ClientOptions, type PeerReport, type ServerOptions } from "../src/index.js";
import { clientInfo, make, methods, names, states } from "./harness.js";
import { arrived, error, legacy, modern, server, unreliable } from "./servers.js";

test("P1: one dead peer, one refused peer and one that cannot list leave the others as they are", async () => {
  const good = modern("good", ["t"]);
  const old = legacy("old", ["t"]);
  const broken = modern("broken", [], { "tools/list": (frame) => error(frame, -32603) });
  const { client } = make();
  client.addServer(
    "dead",
    unreliable(modern("dead", []), () => true),
  );
  client.addServer("old", old.transport);
  client.addServer("broken", broken.transport);
  client.addServer("good", good.transport);
  const reports = await client.connect();
  expect(reports.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ["dead", "unavailable", "open_failed"],
    ["old", "unavailable", "legacy_not_allowed"],
    ["broken", "unavailable", "list_failed"],
    ["good", "ready", "discovered"],
  ]);
  expect(reports[1]?.message).toContain("allowLegacy");
  expect(methods(old)).toEqual(["server/discover"]);
  expect(broken.open).toBe(0);
  expect(names(client)).toEqual(["t"]);
  await client.close();
});

test("P11: peers start side by side, at most so many at once, and the late one is told by name", async () => {
  const clock = new ManualClock();
  const { client } = make({ clock, maxConnecting: 5 });
  let opening = 0;
  let most = 0;
  const slow = (inner: Transport): Transport => ({
    binding: inner.binding,
    open: async (options) => {
      opening += 1;
      most = Math.max(most, opening);
      await new Promise<void>((resolve) => options.clock.after(8000, resolve));
      opening -= 1;
      return inner.open(options);
    },
  });
  for (let index = 0; index < 13; index += 1) {
    client.addServer(`s${index}`, slow(modern(`s${index}`, ["t"]).transport));
  }
  client.addServer(
    "silent",
    slow(server("silent", { "server/discover": () => undefined }).transport),
  );
  const connected = client.connect({ timeoutMs: 30_000 });
  let reports: readonly PeerReport[] | undefined;
  void connected.then((all) => {
    reports = all;
  });
  while (reports === undefined) {
    await arrived();
    clock.advance(1000);
  }
  expect(clock.now()).toBeLessThanOrEqual(32_000);
  expect(most).toBe(5);
  expect(reports.filter(({ state }) => state === "ready")).toHaveLength(13);
  expect(reports.filter(({ state }) => state === "connecting").map(({ name }) => name)).toEqual([
    "silent",
  ]);
  expect(client.tools).toHaveLength(13);
  await client.close();
  expect(clock.waiting).toBe(0);
});

test("a peer that comes late is merged when it comes", async () => {
  const clock = new ManualClock();
  const { client, events } = make({ clock });
  let open = (): void => {};
  const late = modern("a", ["search"]);
  client.addServer("a", {
    binding: late.transport.binding,
    open: async (options) => {
      await new Promise<void>((resolve) => {
        open = resolve;
      });
      return late.transport.open(options);
    },
  });
  client.addServer("b", modern("b", ["search"]).transport);
  const connected = client.connect({ timeoutMs: 1000 });
  await arrived();
  clock.advance(1000);
  expect(states(await connected)).toEqual(["a connecting unknown", "b ready modern"]);
  open();
  await arrived();
  expect(names(client)).toEqual(["a/search", "search"]);
  expect(events.at(-1)).toMatchObject({
    type: "tools",
    diff: { added: [{ canonical: "a/search" }], collisions: [{ holder: "b", peer: "a" }] },
  });
  await client.close();
});

test("a server that declares no tools is not asked for them", async () => {
  const quiet = modern("quiet", ["t"], {
    "server/discover": () => ({ supportedVersions: ["2026-07-28"], capabilities: {} }),
  });
  const { client } = make();
  client.addServer("quiet", quiet.transport);
  expect(await client.connect()).toMatchObject([{ state: "ready", tools: 0 }]);
  expect(methods(quiet)).toEqual(["server/discover"]);
  await client.close();
});

test("L1: a list that breaks off is used as far as it was read, and the report says so", async () => {
  const one = modern("one", [], {
    "tools/list": ({ params }) => ({
      resultType: "complete",
      tools: [{ name: `p${params?.["cursor"] ?? ""}`, inputSchema: { type: "object" } }],
      nextCursor: "again",
    }),
  });
  const { client } = make();
  client.addServer("one", one.transport);
  const [report] = await client.connect();
  expect(report).toMatchObject({
    state: "ready",
    tools: 2,
    listProblems: { tools: "cursor_loop" },
  });
  expect(report?.message).toMatch(/not whole/);
  await client.close();
});

test("options that nothing could be done with are refused before anything is opened", () => {
  const refused = (f: () => unknown): void =>
    expect(f).toThrow(expect.objectContaining({ name: "ClientError", code: "invalid_option" }));
  for (const options of [
    {},
    { clientInfo: { name: "", version: "1" } },
    { clientInfo, collision: "rename" },
    { clientInfo, maxConnecting: 0 },
    { clientInfo, listTimeoutMs: -1 },
    { clientInfo, allowLegacy: true },
  ]) {
    refused(() => new Client(options as ClientOptions));
  }
  const { client } = make();
  for (const options of [
    { allowLegacy: "yes" },
    { allowLegacy: { reopen: "yes" } },
    { probeTimeoutMs: -1 },
    { startTimeoutMs: Number.NaN },
  ]) {
    refused(() => client.addServer("a", modern("a", []).transport, options as ServerOptions));
  }
  expect(client.peers).toEqual([]);
});
