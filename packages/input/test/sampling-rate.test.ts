import fc from "fast-check";
import { expect, test } from "vitest";
import { type InputAnswersOptions, type InputRequest, inputAnswers } from "../src/index.js";
import { context, SAID, samplingRequest } from "./fixtures.js";

const ROOTS: InputRequest = { method: "roots/list" };

function scene(options: InputAnswersOptions = {}) {
  let asked = 0;
  const createMessage = async () => {
    asked += 1;
    return SAID;
  };
  const answers = inputAnswers({ sampling: { createMessage }, roots: async () => [] }, options);
  const round = (requests: readonly InputRequest[], now: number, peer = "files") => {
    const inputRequests = Object.fromEntries(requests.map((one, at) => [`${at}`, one]));
    return answers.round({ resultType: "input_required", inputRequests }, context({ peer, now }));
  };
  return { answers, round, asked: () => asked };
}

test("M20: a server has a model asked 60 times at once, and 60 times a minute, and is refused by name beyond that", async () => {
  const { round, asked } = scene();
  const many = Array.from({ length: 60 }, () => samplingRequest());
  expect((await round(many, 5000)).type).toBe("retry");
  expect(await round([samplingRequest()], 5999)).toMatchObject({
    type: "ended",
    problem: {
      code: "rate_limited",
      fault: "remote",
      method: "sampling/createMessage",
      message:
        "files asked for sampling/createMessage too often: this client asks a model at most 60 times in 60000 ms for one server.",
    },
  });
  expect((await round([samplingRequest()], 6000)).type).toBe("retry");
  expect(asked()).toBe(61);
  expect((await round(many, 65_000)).type).toBe("ended");
  expect((await round(many, 66_000)).type).toBe("retry");
});

test("M20: what one server asks for is not counted against another, nor is what asks no model", async () => {
  const { round, asked } = scene({ samplingRate: { requests: 1, perMs: 1000 } });
  expect((await round([samplingRequest()], 0, "a")).type).toBe("retry");
  expect((await round([samplingRequest()], 0, "b")).type).toBe("retry");
  expect((await round([ROOTS, ROOTS], 0, "a")).type).toBe("retry");
  expect((await round([samplingRequest(), ROOTS], 0, "a")).type).toBe("ended");
  expect(asked()).toBe(2);
});

test("M20: a legacy server is refused with an error that says the rate", async () => {
  const { answers } = scene({ samplingRate: { requests: 1, perMs: 1000 } });
  const ask = (now: number) =>
    answers.legacy(samplingRequest(), context({ revision: "2025-11-25", now }));
  expect(await ask(0)).toMatchObject({ reply: { result: SAID } });
  expect(await ask(10)).toMatchObject({
    reply: {
      error: {
        code: -32603,
        message:
          '"sampling/createMessage" cannot be answered: this client asks a model at most 1 times in 1000 ms for one server.',
      },
    },
    problem: { code: "rate_limited" },
  });
  expect(await ask(1000)).toMatchObject({ reply: { result: SAID } });
});

test("M20: whatever is asked and when, no more gets through than the rate has room for", () => {
  const rate = fc.record({
    requests: fc.integer({ min: 1, max: 9 }),
    perMs: fc.integer({ min: 1, max: 999 }),
  });
  const waits = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 4 })), { maxLength: 40 });
  return fc.assert(
    fc.asyncProperty(rate, waits, async (samplingRate, asks) => {
      const { round, asked } = scene({ samplingRate });
      let now = 0;
      for (const [wait, count] of asks) {
        now += wait;
        await round(
          Array.from({ length: count }, () => samplingRequest()),
          now,
        );
      }
      const { requests, perMs } = samplingRate;
      expect(asked()).toBeLessThanOrEqual(requests + (now * requests) / perMs + 1e-6);
    }),
    { numRuns: 50 },
  );
});

test("a rate that is none lets nothing through; without a time nothing is counted", async () => {
  for (const samplingRate of [
    { requests: Number.NaN, perMs: 1000 },
    { requests: -1, perMs: 1000 },
    { requests: 0, perMs: 0 },
  ]) {
    const { round, answers } = scene({ samplingRate });
    expect((await round([samplingRequest()], 1)).type).toBe("ended");
    const result = { resultType: "input_required", inputRequests: { a: samplingRequest() } };
    expect((await answers.round(result, context())).type).toBe("retry");
  }
});
