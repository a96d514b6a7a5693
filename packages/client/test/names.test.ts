import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make, names } from "./harness.js";
import { arrived, legacy, modern, unreliable } from "./servers.js";

test("names follow declared order, never the order of arrival", async () => {
  const delays = [30, 0, 10];
  const clock = new ManualClock();
  const { client } = make({ clock });
  for (const [index, delay] of delays.entries()) {
    const one = modern(`s${index}`, ["search"]);
    client.addServer(`s${index}`, {
      binding: one.transport.binding,
      open: async (options) => {
        await new Promise<void>((resolve) => options.clock.after(delay, resolve));
        return one.transport.open(options);
      },
    });
  }
  const connected = client.connect();
  await arrived();
  clock.advance(15);
  await arrived();
  const again = client.reconnect("s2");
  clock.advance(15);
  await connected;
  for (let turn = 0; turn < 3; turn += 1) {
    await arrived();
    clock.advance(30);
  }
  await again;
  expect(names(client)).toEqual(["search", "s1/search", "s2/search"]);
  await client.close();
});

test("policy reject stops start-up with both peers' names, and nothing stays open", async () => {
  const a = modern("a", ["search"]);
  const b = modern("b", ["search"]);
  const { client } = make({ collision: "reject" });
  client.addServer("a", a.transport);
  client.addServer("b", b.transport);
  await expect(client.connect()).rejects.toMatchObject({
    name: "ClientError",
    code: "collision_rejected",
    message: expect.stringMatching(/"a" and "b" .*"search"/),
  });
  expect([a.open, b.open]).toEqual([0, 0]);
});

test("L4: the first owner that is down at start comes up prefixed, and the survivor keeps its name", async () => {
  let down = true;
  const a = modern("a", ["search"]);
  const { client, events } = make();
  client.addServer(
    "a",
    unreliable(a, () => down),
  );
  client.addServer("b", modern("b", ["search"]).transport);
  await client.connect();
  expect(names(client)).toEqual(["search"]);
  down = false;
  expect(await client.reconnect("a")).toMatchObject({ state: "ready", tools: 1 });
  expect(names(client)).toEqual(["a/search", "search"]);
  expect(await client.callTool("search")).toMatchObject({ content: [{ text: "b: search" }] });
  expect(events.filter(({ type }) => type === "tools").at(-1)).toMatchObject({
    diff: { collisions: [{ local: "search", holder: "b", peer: "a" }] },
  });
  await client.removeServer("b");
  expect(names(client)).toEqual(["a/search"]);
  await client.close();
});

test("L2: a malformed tool is quarantined with a reason, never the whole list", async () => {
  const one = modern("one", [], {
    "tools/list": () => ({
      resultType: "complete",
      tools: [{ name: "good", inputSchema: { type: "object" } }, { name: "bad" }],
    }),
  });
  const { client } = make();
  client.addServer("one", one.transport);
  await client.connect();
  expect(names(client)).toEqual(["good"]);
  expect(client.quarantined).toMatchObject([{ peer: "one", local: "bad" }]);
  await client.close();
});

test("L3: a name with a slash and a name given twice are refused when they are declared", () => {
  const { client } = make();
  client.addServer("a", modern("a", []).transport);
  expect(() => client.addServer("a", modern("a", []).transport)).toThrow(
    expect.objectContaining({ code: "duplicate_server" }),
  );
  expect(() => client.addServer("a/b", modern("a", []).transport)).toThrow(
    expect.objectContaining({ code: "invalid_server_name" }),
  );
  expect(client.peers).toHaveLength(1);
});

test("L3: instances that all report one serverInfo are told apart by their configured names", async () => {
  const { client } = make();
  for (const name of ["x", "y", "z"]) {
    client.addServer(name, legacy(name, ["search"]).transport, { allowLegacy: true });
  }
  await client.connect();
  expect(names(client)).toEqual(["search", "y/search", "z/search"]);
  await client.close();
});

test("include and exclude choose tools by local name before merging", async () => {
  const { client } = make();
  client.addServer("a", modern("a", ["search", "drop"]).transport, {
    tools: { exclude: ["search"] },
  });
  client.addServer("b", modern("b", ["search", "other"]).transport, {
    tools: { include: ["search"] },
  });
  await client.connect();
  expect(names(client)).toEqual(["drop", "search"]);
  await client.close();
});

test("policy reject holds when a reconnect runs beside the start", async () => {
  const { client } = make({ collision: "reject" });
  client.addServer("a", modern("a", ["search"]).transport);
  client.addServer("b", modern("b", ["search"]).transport);
  const connected = client.connect();
  const reconnected = client.reconnect("a");
  await expect(connected).rejects.toMatchObject({ code: "collision_rejected" });
  await reconnected.catch(() => {});
});
