import { expect, test } from "vitest";
import { caseNames, loadCase, scriptedTransport } from "../src/index.js";
import { kindOf, LEGACY, MODERN, resultOf, talk } from "./support/talk.js";

const HOW_THE_PROBE_ENDS: readonly (readonly [string, string | number])[] = [
  ["", -32601],
  ["-invalid-params", -32602],
  ["-internal-error", -32603],
  ["-server-error", -32000],
  ["-code-32001", -32001],
  ["-code-zero", 0],
  ["-empty-result", "result"],
  ["-silent", "timed_out"],
  ["-exit", "closed"],
];

/** Probes; a deadline passes where nothing comes. */
async function probe(name: string): Promise<Awaited<ReturnType<typeof talk>>> {
  const one = await talk(name);
  const outcome = one.connection.exchange(
    { jsonrpc: "2.0", id: one.connection.ids.next(), method: "server/discover" },
    { totalMs: 5000, onAbandon: "silent" },
  );
  await one.arrived();
  one.clock.advance(5000);
  expect([name, kindOf(await outcome)]).toEqual([name, expected(name)]);
  return one;
}

function expected(name: string): string | number | undefined {
  return HOW_THE_PROBE_ENDS.find(([suffix]) => name.replace(/^E\d+/, "") === suffix)?.[1];
}

test.each(HOW_THE_PROBE_ENDS)(
  "E1: the probe ends (%j: %j), and initialize must not follow",
  async (suffix) => {
    const { ask, transport } = await probe(`E1${suffix}`);
    expect(kindOf(await ask("initialize"))).toBe("closed");
    // What has exited hears nothing any more.
    expect(transport.deviations).toHaveLength(suffix === "-exit" ? 0 : 1);
  },
);

test.each(HOW_THE_PROBE_ENDS)(
  "E2: the probe ends (%j: %j), and initialize is answered well, once opened again where need be",
  async (suffix) => {
    const first = await probe(`E2${suffix}`);
    const { ask, connection } = suffix === "-exit" ? await talk(first.transport) : first;
    const result = resultOf(await ask("initialize"));
    expect(result).toMatchObject({ protocolVersion: "2025-11-25", capabilities: {} });
    await connection.notify({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(kindOf(await ask("tools/call"))).toBe("result");
    expect(first.transport.deviations).toEqual([]);
  },
);

test("E3: the first probe is rejected with the revision that it asked for, the second is answered", async () => {
  const { ask } = await talk("E3");
  const data = { supported: ["2026-07-28"] };
  expect(await ask("server/discover")).toMatchObject({
    response: { error: { code: -32022, data } },
  });
  expect(resultOf(await ask("server/discover"))).toMatchObject({ resultType: "complete" });
});

test.each([
  ["E4", ["2026-07-28"]],
  ["E4-no-list", undefined],
  ["E4-unknown", ["2031-01-01"]],
  ["E4-legacy-only", ["2025-11-25"]],
])("E4: %s rejects every probe, supports %j, and gets no initialize", async (name, supported) => {
  const { ask, transport } = await talk(name);
  for (let time = 0; time < 3; time += 1) {
    const outcome = await ask("server/discover");
    expect(outcome).toMatchObject({ response: { error: { code: -32022 } } });
    const { response } = outcome as { response: { error: { data: { supported?: unknown } } } };
    expect(response.error.data.supported).toEqual(supported);
  }
  await ask("initialize");
  expect(transport.deviations).toHaveLength(1);
});

test.each([
  ["E5", { type: "malformed", fault: { code: "unknown_id" } }],
  ["E5-result-and-error", { type: "malformed", fault: { code: "result_and_error" } }],
  ["E5-no-jsonrpc", { type: "malformed", fault: { code: "wrong_jsonrpc" } }],
  ["E5-revision-unknown", result({ protocolVersion: "1999-01-01" })],
  ["E5-revision-modern", result({ protocolVersion: "2026-07-28" })],
  ["E5-capabilities-array", result({ capabilities: [] })],
  ["E5-capabilities-null", result({ capabilities: null })],
  ["E5-capabilities-missing", result({ protocolVersion: "2025-11-25" })],
  ["E5-server-missing", result({ capabilities: {} })],
  ["E5-server-name-empty", result({ serverInfo: { name: "" } })],
  ["E5-server-version-missing", result({ serverInfo: { name: "nearly" } })],
  ["E5-server-version-number", result({ serverInfo: { version: 1 } })],
])("E5: %s answers initialize, and the handshake must not be completed", async (name, answer) => {
  const { ask, connection, transport, arrived } = await talk(name);
  expect(kindOf(await ask("server/discover"))).toBe(-32601);
  expect(await ask("initialize")).toMatchObject(answer);
  await connection.notify({ jsonrpc: "2.0", method: "notifications/initialized" });
  await arrived();
  expect(transport.deviations).toHaveLength(1);
});

test("E5: each answer lacks what its name says", () => {
  const initialized = (name: string): object => {
    const line =
      loadCase(name)
        .text.split("\n")
        .findLast((one) => one.startsWith("< ")) ?? "";
    return JSON.parse(line.slice(2)).result;
  };
  expect(initialized("E5-capabilities-missing")).not.toHaveProperty("capabilities");
  expect(initialized("E5-server-missing")).not.toHaveProperty("serverInfo");
  expect(initialized("E5-server-version-missing")).not.toHaveProperty("serverInfo.version");
});

test("E8: a legacy server ends during a call, and is modern when it is opened again", async () => {
  const transport = scriptedTransport("E8");
  const before = await talk(transport, LEGACY);
  expect(kindOf(await before.ask("server/discover"))).toBe(-32601);
  expect(kindOf(await before.ask("initialize"))).toBe("result");
  expect(kindOf(await before.ask("tools/call"))).toBe("closed");
  const after = await talk(transport, MODERN);
  expect(kindOf(await after.ask("server/discover"))).toBe("result");
  expect(kindOf(await after.ask("initialize"))).toBe(-32601);
});

test("E10: the probe is answered when initialize is there, and at once after a new opening", async () => {
  const transport = scriptedTransport("E10");
  const { ask, arrived } = await talk(transport);
  const probed = ask("server/discover");
  await arrived();
  void ask("initialize");
  expect(resultOf(await probed)).toMatchObject({ supportedVersions: ["2026-07-28"] });
  const again = await talk(transport);
  expect(kindOf(await again.ask("server/discover"))).toBe("result");
});

test("E10: initialize is answered as only a modern server does", async () => {
  const { ask } = await talk("E10-refused");
  expect(kindOf(await ask("server/discover"))).toBe(-32603);
  expect(kindOf(await ask("initialize"))).toBe(-32022);
});

test("E11: initialize is refused after a probe, and taken by a process that has seen none", async () => {
  const transport = scriptedTransport("E11");
  const first = await talk(transport);
  expect(kindOf(await first.ask("server/discover"))).toBe(-32601);
  expect(kindOf(await first.ask("initialize"))).toBe(-32000);
  const second = await talk(transport);
  expect(kindOf(await second.ask("initialize"))).toBe("result");
});

test("E12: a settled era is contradicted by the answer to a call, in both directions", async () => {
  for (const [name, era] of [
    ["E12", LEGACY],
    ["E12-modern", MODERN],
  ] as const) {
    const { ask, connection } = await talk(name, era);
    expect(kindOf(await ask("tools/call"))).toBe(-32022);
    expect(await connection.closed).toMatchObject({ type: "era_contradicted" });
  }
});

test("E1, E2, E3, E4, E5, E10, E11: the right verdict stands at the end of every case", () => {
  for (const name of caseNames().filter((one) => /^E(?:[1-5]|10|11)(?:-|$)/.test(one))) {
    expect([name, loadCase(name).expected]).toEqual([
      name,
      {
        allowLegacy: expect.any(Boolean),
        verdict: expect.stringMatching(/^(?:modern|legacy|unavailable)$/),
        era: expect.stringMatching(/^(?:modern|legacy|unknown)$/),
        revision: expect.toSatisfy((one) => one === null || /^\d{4}-\d\d-\d\d$/.test(one)),
        reason: expect.stringMatching(/^[a-z_]+$/),
      },
    ]);
  }
});

function result(members: object): object {
  return { type: "response", response: { result: members } };
}
