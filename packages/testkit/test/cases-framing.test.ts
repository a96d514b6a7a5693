import type { ExchangeOutcome } from "@x/connection";
import { DEFAULT_MAX_FRAME_BYTES, isJsonObject } from "@x/wire";
import { expect, test } from "vitest";
import { loadCase } from "../src/index.js";
import { kindOf, MODERN, resultOf, type Talk, talk } from "./support/talk.js";

const codesOf = ({ faults }: Talk): readonly string[] => faults.map(({ code }) => code);

/** The text of a tool's result. */
function textOf(outcome: ExchangeOutcome): string {
  const [content] = resultOf(outcome)["content"] as readonly unknown[];
  return isJsonObject(content) ? String(content["text"]) : "";
}

test("F1: text and JSON that are no messages come before a sound modern server", async () => {
  const one = await talk("F1", MODERN);
  expect(kindOf(await one.ask("server/discover"))).toBe("result");
  expect(codesOf(one)).toEqual(["not_json", "wrong_jsonrpc", "not_an_object"]);
  expect(kindOf(await one.ask("tools/call"))).toBe("result");
});

test("F2: characters of several bytes come in a notification and in the result right behind it", async () => {
  const one = await talk("F2", MODERN);
  expect(textOf(await one.ask("tools/call"))).toBe("é😀");
  expect(one.notifications).toMatchObject([{ params: { data: "é😀" } }]);
});

test("F3: the result has 32 MiB", async () => {
  const one = await talk("F3", MODERN);
  expect(textOf(await one.ask("tools/call"))).toHaveLength(32 * 1024 * 1024);
});

test("F4: 9.9 MB come, and right behind them the next message", async () => {
  const one = await talk("F4", MODERN);
  expect(textOf(await one.ask("tools/call"))).toHaveLength(9_900_000);
  expect(one.notifications).toHaveLength(1);
});

test("F5: one frame over any usual limit has the id of its call, the other has none", () => {
  const [named, anonymous] = ["F5", "F5-anonymous"].map((name) => {
    const line = loadCase(name)
      .text.split("\n")
      .find((one) => one.startsWith("< "));
    return JSON.parse(line?.slice(2) ?? "");
  });
  expect(named).toEqual({ ...anonymous, id: 1 });
  const [, length] = /^\$\{fill (\d+)\}$/.exec(named.result.content[0].text) ?? [];
  expect(Number(length)).toBeGreaterThan(DEFAULT_MAX_FRAME_BYTES);
});

test("F6: wrong ids come before the right one, and the right one twice", async () => {
  const one = await talk("F6", MODERN);
  expect(textOf(await one.ask("tools/call"))).toBe("done");
  await one.arrived();
  expect(one.faults.map(({ code, id }) => [code, id])).toEqual([
    ["unknown_id", "1"],
    ["unknown_id", ""],
    ["unknown_id", 987654321],
    ["unknown_id", 1],
  ]);
});

test("F6: while negotiating, the id of the probe comes back as text", async () => {
  const one = await talk("F6-probe");
  expect(await one.ask("server/discover")).toMatchObject({
    type: "malformed",
    fault: { code: "unknown_id", id: "1" },
  });
});

test("F7: an error without an id comes, and then the answer", async () => {
  const one = await talk("F7", MODERN);
  expect(kindOf(await one.ask("tools/call"))).toBe("result");
  expect(codesOf(one)).toEqual(["null_id"]);
});

test("F8: a reply is cut behind its id, or before it says one", async () => {
  const named = await talk("F8", MODERN);
  expect(await named.ask("tools/call")).toMatchObject({
    type: "malformed",
    fault: { code: "not_json", text: expect.stringMatching(/"text":"half$/) },
  });
  const anonymous = await talk("F8-anonymous", MODERN);
  const outcome = anonymous.ask("tools/call");
  await anonymous.arrived();
  anonymous.clock.advance(60_000);
  expect(await outcome).toMatchObject({ type: "timed_out", fault: { code: "not_json" } });
});

test("F9: progress and a reply come after the cancellation", async () => {
  const one = await talk("F9", MODERN);
  const outcome = one.ask("tools/call");
  await one.arrived();
  one.clock.advance(60_000);
  expect(kindOf(await outcome)).toBe("timed_out");
  await one.arrived();
  expect(one.late).toMatchObject([{ method: "notifications/progress" }, { id: 1 }]);
});

test("F10: a request of the server comes before the answer, and must not be answered", async () => {
  const modern = await talk("F10", MODERN);
  expect(kindOf(await modern.ask("tools/call"))).toBe("result");
  expect(codesOf(modern)).toEqual(["server_request"]);
  expect(modern.transport.deviations).toEqual([]);
  await modern.connection.notify({ jsonrpc: "2.0", method: "notifications/x" });
  await modern.arrived();
  expect(modern.transport.deviations).toHaveLength(1);
});
