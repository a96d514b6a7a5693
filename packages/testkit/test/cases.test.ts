import { expect, test } from "vitest";
import { caseNames, loadCase, scriptedTransport } from "../src/index.js";
import { kindOf, MODERN, resultOf, talk } from "./support/talk.js";

const ROWS = [
  "C2",
  ...["E1", "E2", "E3", "E4", "E5", "E8", "E9", "E10", "E11", "E12"],
  ...["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10"],
  ...["H4", "H9", "H10", "H11", "H12"],
  ...["I1", "I2"],
  ...["L1", "L2", "L3", "L6", "L7", "L8", "L9"],
  ...["P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11"],
  ...["S1", "S2", "S3", "S4"],
  ...["T1", "T2", "T4"],
];

test("every row has a case of its own name, and cases have no other rows", () => {
  const names = caseNames();
  expect([...new Set(names.map((name) => name.split("-")[0]))].sort()).toEqual(ROWS.sort());
  expect(ROWS.filter((row) => !names.includes(row))).toEqual([]);
});

test("every case says in one sentence what it is", () => {
  for (const name of caseNames()) {
    expect([name, loadCase(name).about]).toEqual([name, expect.stringMatching(/^[A-Z][^\n]+\.$/)]);
    expect(loadCase(name).about).not.toMatch(/\. [A-Z]/);
  }
});

test("every answer that may stand alone is a message, unless its row is about one that is not", async () => {
  const about = /^(?:F1|F5-anonymous|F7|F8|F8-anonymous|E5|E5-no-jsonrpc|E5-result-and-error|H12)$/;
  for (const name of caseNames().filter((one) => !about.test(one))) {
    for (const line of loadCase(name)
      .text.split("\n")
      .filter((one) => one.startsWith("< "))) {
      expect([name, JSON.parse(line.slice(2))]).toMatchObject([name, { jsonrpc: "2.0" }]);
    }
  }
});

test("T1: a call is never answered, and only its cancellation may follow", async () => {
  const { ask, clock, transport, arrived } = await talk("T1", MODERN);
  const outcome = ask("tools/call");
  await arrived();
  clock.advance(60_000);
  expect(kindOf(await outcome)).toBe("timed_out");
  await arrived();
  expect(transport.log.at(-1)).toContain("notifications/cancelled");
  expect(transport.deviations).toEqual([]);
});

test("T2: progress comes every second, twelve times, and no answer", async () => {
  const { connection, clock, arrived } = await talk("T2", MODERN);
  const progress: unknown[] = [];
  void connection.exchange(
    { jsonrpc: "2.0", id: connection.ids.next(), method: "tools/call" },
    {
      totalMs: null,
      onAbandon: "silent",
      onNotification: ({ params }) => progress.push([clock.now(), params?.["progress"]]),
    },
  );
  for (let second = 0; second < 20; second += 1) {
    await arrived();
    clock.advance(1000);
  }
  await arrived();
  expect(progress).toEqual(Array.from({ length: 12 }, (_, i) => [(i + 1) * 1000, i + 1]));
});

test("S1: one of the events of a listen is right, and four are not", async () => {
  const { connection, notifications, late, arrived } = await talk("S1", MODERN);
  const own: string[] = [];
  void connection.exchange(
    { jsonrpc: "2.0", id: connection.ids.next(), method: "subscriptions/listen" },
    { totalMs: null, onAbandon: "silent", onNotification: ({ method }) => own.push(method) },
  );
  await arrived();
  const changed = "notifications/tools/list_changed";
  expect(own).toEqual([changed, "notifications/subscriptions/acknowledged", changed]);
  expect(late).toHaveLength(2);
  expect(notifications).toHaveLength(1);
});

test("I1: a state that looks like no text counts only when it comes back as it was", async () => {
  const transport = scriptedTransport("I1-binary-state");
  const { ask } = await talk(transport, MODERN);
  const { requestState } = resultOf(await ask("tools/call"));
  expect(requestState).toMatch(/\p{Cc}/u);
  const kind = async (state: string): Promise<unknown> =>
    resultOf(await ask("tools/call", { requestState: state }))["resultType"];
  expect(await kind(String(requestState).normalize("NFD"))).toBe("input_required");
  expect(await kind(String(requestState))).toBe("complete");
});
