import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { make } from "./harness.js";
import { arrived, error, type Frame, legacy, modern, server } from "./servers.js";

const SECRET = "hunter2-very-secret";

test("a snapshot has peers, states, decisions, names, collisions, quarantine and fault counts, as JSON without secrets", async () => {
  const a = modern("a", ["search"], {
    "tools/list": () => ({
      resultType: "complete",
      tools: [
        { name: "search", inputSchema: { type: "object" } },
        { name: "broken", inputSchema: SECRET, description: SECRET },
      ],
    }),
  });
  const b = modern("b", ["search"]);
  const old = server("old", {
    "server/discover": (frame) => error(frame, -32601).replace("no", SECRET),
  });
  const { client } = make({ redact: (text) => text.replaceAll(SECRET, "***") });
  client.addServer("a", a.transport);
  client.addServer("b", {
    ...b.transport,
    binding: { type: "http", url: `https://example.com/mcp?key=${SECRET}` },
  });
  client.addServer(
    "old",
    {
      ...old.transport,
      binding: {
        type: "stdio",
        command: "serve",
        args: ["--token", SECRET],
        cwd: "/srv",
        envHash: "e",
      },
    },
    { recover: false },
  );
  client.addServer("own", {
    ...modern("own", []).transport,
    binding: { type: "custom", name: `tcp://example.com:7000?key=${SECRET}` },
  });
  await client.connect();
  a.peers[0]?.send("not a message");
  await arrived();
  const text = JSON.stringify(client.snapshot());
  expect(text).not.toContain(SECRET);
  expect(JSON.parse(text)).toMatchObject({
    peers: [
      {
        name: "a",
        state: "ready",
        era: "modern",
        reason: "discovered",
        capabilities: ["tools"],
        faults: 1,
        faultsByCode: { not_json: 1 },
        evidence: [{ step: "probe" }],
      },
      { name: "b", binding: { type: "http", url: "https://example.com/mcp?…" } },
      {
        name: "old",
        state: "unavailable",
        era: "unknown",
        reason: "legacy_not_allowed",
        allowLegacy: false,
        binding: { type: "stdio", command: "serve", args: 2, cwd: "/srv" },
      },
      { name: "own", binding: { type: "custom", name: "tcp://example.com:7000?…" } },
    ],
    tools: [
      { canonical: "search", peer: "a", local: "search" },
      { canonical: "b/search", peer: "b", local: "search" },
    ],
    prompts: [],
    collisions: [{ holder: "a", peer: "b" }],
    quarantined: [{ peer: "a", local: "broken", reason: "input_schema_invalid" }],
  });
  expect(text).not.toContain('"value"');
  await client.close();
});

test("a snapshot can be taken at any time, also before and after everything", async () => {
  const { client } = make();
  expect(client.snapshot()).toEqual({
    peers: [],
    tools: [],
    prompts: [],
    collisions: [],
    quarantined: [],
  });
  client.addServer("a", modern("a", ["t"]).transport);
  expect(client.snapshot().peers).toMatchObject([{ state: "idle" }]);
  await client.close();
  expect(client.snapshot().peers).toHaveLength(1);
});

test("K5: what a server says of its session is redacted before it is cut, so that no piece of a secret is left", async () => {
  const says = `${"x".repeat(190)}${SECRET}`;
  const refused = (frame: Frame): string => error(frame, -32000).replace("no", says);
  const a = legacy("a", ["t"], { "tools/call": refused, ping: refused });
  const { client } = make({
    clock: new ManualClock(),
    redact: (text) => text.replaceAll(SECRET, "***"),
  });
  client.addServer("a", a.transport, { allowLegacy: true });
  await client.connect();
  await client.callTool("t").catch(() => {});
  await arrived();
  const [peer] = client.snapshot().peers;
  expect(peer).toMatchObject({ state: "unavailable", reason: "connection_lost" });
  expect(peer?.message).toContain("***");
  expect(peer?.message).not.toContain(SECRET.slice(0, 5));
  await client.close();
});
