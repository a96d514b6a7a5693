import { type Connection, clockFrom, type Transport } from "@x/connection";
import { describe, expect, it } from "vitest";
import { EraError, negotiate } from "../src/index.js";
import {
  after,
  both,
  close,
  discovered,
  error,
  exit,
  frame,
  initialized,
  silence,
} from "./behaviours.js";
import { settleMicrotasks, VirtualClock } from "./virtual-clock.js";
import { negotiateIn, policyOf, recordedTransport, sentMethods, worldOf } from "./world.js";

describe("negotiate", () => {
  it("hands over a settled connection that is open, with the server's claims", async () => {
    const claims = {
      instructions: "Ask me.",
      _meta: {
        "io.modelcontextprotocol/serverInfo": { name: "s", version: "2", title: "S", icons: [] },
      },
    };
    const run = await negotiateIn(worldOf(discovered(claims)), policyOf({}));
    expect(run.result).toMatchObject({
      type: "settled",
      settled: {
        era: "modern",
        revision: "2026-07-28",
        capabilities: { tools: {} },
        serverInfo: { name: "s", version: "2", title: "S" },
        instructions: "Ask me.",
        declared: {},
      },
    });
    expect(run.stillOpen()).toBe(1);
  });

  it("leaves out claims that are not well-formed", async () => {
    const claims = {
      instructions: { text: "Ask me." },
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "s" } },
    };
    const run = await negotiateIn(worldOf(discovered(claims)), policyOf({}));
    if (run.result.type !== "settled") throw new Error(run.result.record.message);
    expect(Object.keys(run.result.settled).sort()).toEqual(
      ["capabilities", "declared", "era", "revision", "stamp"].sort(),
    );
  });

  it("shows each connection before anything is sent on it", async () => {
    const tapped: string[] = [];
    const seen: Connection[] = [];
    const run = await negotiateIn(worldOf(close, initialized()), policyOf({ allowLegacy: true }), {
      onConnection: (connection) => {
        seen.push(connection);
        const number = seen.length;
        connection.on({
          tap: ({ direction, text }) => {
            if (direction === "sent") tapped.push(`${number} ${JSON.parse(text).method}`);
          },
        });
      },
    });
    expect(tapped).toEqual(["1 server/discover", "2 initialize", "2 notifications/initialized"]);
    expect(run.result.type === "settled" && run.result.connection === seen[1]).toBe(true);
  });

  it("gives up when the signal says so, and closes what was open", async () => {
    for (const behaviours of [[silence], [error(-32601), silence]]) {
      const controller = new AbortController();
      const last = behaviours.length - 1;
      const world = worldOf(
        ...behaviours.map((one, i) => (i === last ? after(10, () => controller.abort()) : one)),
      );
      const { signal } = controller;
      const run = await negotiateIn(world, policyOf({ allowLegacy: true }), { signal });
      expect(run.result.record).toMatchObject({ verdict: "unavailable", reason: "aborted" });
      expect([run.stillOpen(), run.clock.clientTimers]).toEqual([0, 0]);
      expect(sentMethods(run)).toEqual(["server/discover", "initialize"].slice(0, last + 1));
    }
  });

  it("sends nothing when the signal was given before", async () => {
    const signal = AbortSignal.abort();
    const run = await negotiateIn(worldOf(), policyOf({}), { signal });
    expect(run.result).toMatchObject({
      type: "unavailable",
      record: { reason: "aborted", era: "unknown" },
      failure: { phase: "aborted" },
    });
    expect(run.log).toEqual([]);
  });

  it("passes an open failure on, and takes it for no evidence", async () => {
    const failure = {
      type: "open_failure",
      phase: "spawn",
      code: "ENOENT",
      message: "There is no command no-such in /bin. Install it.",
    } as const;
    const world = { open: () => failure, answer: () => silence };
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result).toMatchObject({
      type: "unavailable",
      failure,
      record: {
        era: "unknown",
        reason: "open_failed",
        message: failure.message,
        evidence: [{ step: "open", received: `spawn failed, ENOENT: ${failure.message}` }],
      },
    });
    expect(run.opens).toBe(1);
  });

  it("is unavailable when the server is gone before it is confirmed", async () => {
    const world = worldOf(error(-32601), both(initialized(), close));
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({
      verdict: "unavailable",
      era: "unknown",
      reason: "confirmation_failed",
    });
    expect(run.stillOpen()).toBe(0);
  });
});

describe("negotiate, where a contract is broken on this side", () => {
  it("rejects with EraError before anything is opened", async () => {
    const refused = negotiateIn(worldOf(), policyOf({ modernRevisions: [] }));
    await expect(refused).rejects.toBeInstanceOf(EraError);
  });

  it("passes on what a transport throws", async () => {
    const broken = new Error("broken transport");
    const transport: Transport = {
      binding: { type: "memory", name: "broken" },
      open: () => Promise.reject(broken),
    };
    const refused = negotiate(transport, policyOf({}), clockFrom(globalThis));
    await expect(refused).rejects.toBe(broken);
  });

  it.each<[string, Parameters<typeof policyOf>[0], (() => void) | undefined]>([
    ["sending throws", { capabilities: { experimental: { big: 1n } } }, undefined],
    [
      "onConnection throws",
      {},
      () => {
        throw new Error("broken host");
      },
    ],
  ])("closes the connection first, then rejects: %s", async (_name, more, onConnection) => {
    const clock = new VirtualClock();
    const recorded = recordedTransport(worldOf(), clock);
    const options = onConnection === undefined ? {} : { onConnection };
    const refused = negotiate(recorded.transport, policyOf(more), clock, options);
    const failed = expect(refused).rejects.toBeInstanceOf(Error);
    await settleMicrotasks();
    expect(clock.ringNext()).toBe(true);
    await failed;
    expect([recorded.stillOpen(), clock.clientTimers]).toEqual([0, 0]);
  });

  it("closes a connection that someone else has settled, and rejects", async () => {
    const clock = new VirtualClock();
    const recorded = recordedTransport(worldOf(discovered()), clock);
    const refused = negotiate(recorded.transport, policyOf({}), clock, {
      onConnection: (connection) => connection.settle({ era: "legacy", revision: "2025-11-25" }),
    });
    const failed = expect(refused).rejects.toMatchObject({ code: "already_settled" });
    await settleMicrotasks();
    while (clock.ringNext()) await settleMicrotasks();
    await failed;
    expect(recorded.stillOpen()).toBe(0);
  });
});

describe("the record of a decision", () => {
  it.each([
    [error(-32601, undefined, "Method not found"), 'error -32601 "Method not found"'],
    [silence, "nothing within 600 ms"],
    [exit(3, "", "fatal: missing API_KEY"), "process exited with code 3: fatal: missing API_KEY"],
    [close, "memory ended the connection"],
    [discovered({ supportedVersions: ["a", "b"] }), "DiscoverResult supporting a, b"],
    [initialized(), "InitializeResult for 2025-11-25"],
    [discovered({ resultType: "input_required" }), "a result of type input_required"],
    [error(-1, undefined, "\u001b[31mred\n\u202etext\ud800"), 'error -1 "[31mred  text"'],
    [error(-1, undefined, "x".repeat(1e6)), `error -1 "${"x".repeat(80)}…"`],
    [frame(() => "Listening"), 'nothing usable within 50 ms, last not_json "Listening"'],
    [
      frame((id) => ({ id, result: {} })),
      'an unusable reply, wrong_jsonrpc "{"id":1,"result":{}}"',
    ],
  ])("tells what came back in one short line (%#)", async (behaviour, received) => {
    const run = await negotiateIn(worldOf(behaviour), policyOf({}));
    expect(run.result.record.evidence).toMatchObject([
      { step: "probe", sent: "server/discover 2026-07-28", received, atMs: expect.any(Number) },
    ]);
  });

  it("has the last lines on stderr of a process that ended instead of answering", async () => {
    const run = await negotiateIn(worldOf(exit(3, "one", "fatal: two")), policyOf({}));
    expect(run.result.record.evidence).toMatchObject([
      { received: "process exited with code 3: fatal: two", stderr: ["one", "fatal: two"] },
    ]);
  });

  it("has all that came back, in order and with its time", async () => {
    const world = worldOf(silence, after(30, error(-32022)), discovered());
    const run = await negotiateIn(world, policyOf({ allowLegacy: true }));
    expect(run.result.record).toMatchObject({
      evidence: [
        { step: "probe", sent: "server/discover 2026-07-28", atMs: 50 },
        { step: "initialize", sent: "initialize 2025-11-25", atMs: 80 },
        { step: "probe", sent: "server/discover 2026-07-28", atMs: 83 },
      ],
      elapsedMs: 83,
    });
  });
});
