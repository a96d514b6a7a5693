import { readFileSync } from "node:fs";
import { collisions, entries } from "@x/registry";
import { callTool } from "@x/router";
import { afterEach, expect, test, vi } from "vitest";
import { composeByHand } from "../src/by-hand.js";
import { DEMO_SERVERS } from "../src/demo-servers.js";
import { CALLS } from "../src/story/calls.js";
import { COLLISION, TOOLS } from "../src/story/names.js";
import { MARKED_BY, marked, newMark, run, SERVERS } from "./program.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

// The demo holds the client against the same expectations: so the two compositions are the same.
test("the composition by hand has the decisions, names and results that the client has", async () => {
  await composeByHand(SERVERS, async (peers, routes) => {
    const registry = routes.registry();
    expect(peers.map(({ name, negotiation: { record } }) => ({ name, ...record }))).toMatchObject(
      DEMO_SERVERS.map(({ name, expected: { era, revision, reason } }) => ({
        name,
        era,
        revision,
        reason,
      })),
    );
    expect(
      entries(registry).map(({ canonical, peer, local }) => ({ canonical, peer, local })),
    ).toEqual(TOOLS);
    expect(collisions(registry)).toMatchObject([COLLISION]);
    for (const { canonical, args, owner, local, structured } of CALLS) {
      expect(await callTool(routes, canonical, args)).toMatchObject({
        type: "result",
        entry: { canonical, peer: owner, local },
        result: { structuredContent: structured },
      });
    }
  });
});

test("the composition by hand has four servers running, and none when its user has failed", async () => {
  const mark = newMark();
  vi.stubEnv(MARKED_BY, mark);
  const failure = new Error("the user of the composition failed");
  let running = 0;
  const using = composeByHand(SERVERS, () => {
    running = marked(mark).length;
    return Promise.reject(failure);
  });
  await expect(using).rejects.toBe(failure);
  expect(running).toBe(4);
  expect(marked(mark)).toEqual([]);
});

test("the program by hand tells names and a result, and leaves no process behind", async () => {
  const { exitCode, stdout, stderr, started, left } = await run(new URL("../by-hand.js", SERVERS));
  expect({ exitCode, stderr, left }).toEqual({ exitCode: 0, stderr: "", left: [] });
  expect(started).toBeGreaterThanOrEqual(4);
  expect(stdout).toContain(TOOLS.map(({ canonical }) => `Tool: ${canonical}\n`).join(""));
  expect(stdout).toContain("shipping.md:4: An order that was shipped");
});

test("the composition by hand takes less than 100 lines, and no client", () => {
  const source = readFileSync(new URL("../src/by-hand.ts", import.meta.url), "utf8");
  expect(source.trimEnd().split("\n").length).toBeLessThan(100);
  expect(source).not.toMatch(/from "(@x\/client|\.)/);
});
