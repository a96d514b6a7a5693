import { type CloseReason, type ExchangeOutcome, ManualClock, multiplex } from "@x/connection";
import { decodeFrame, encode, type Message, type RequestId, stamp } from "@x/wire";
import { expect, test } from "vitest";
import { type SubscriptionEvent, type SubscriptionProblem, Subscriptions } from "../src/index.js";
import {
  acknowledgement,
  EVERYTHING,
  graceful,
  MODERN,
  notificationOf,
  TOOLS,
  turns,
  types,
} from "./scene.js";

/**
 * A connection on which, as over HTTP, every request has a reply stream of its own. `atOnce` is what
 * comes back for a request before sending it has returned.
 */
function endpoint(atOnce?: Message) {
  const clock = new ManualClock();
  const sent: Message[] = [];
  const abandoned: RequestId[] = [];
  const closing: CloseReason = { type: "local", message: "Closed." };
  const { connection, received, settle } = multiplex(
    {
      send: (_frame, done, message) => {
        sent.push(message);
        done?.(true);
        if (atOnce !== undefined) received(framesOf(atOnce));
      },
      abandon: (id) => abandoned.push(id) > 0,
      close: async () => closing,
    },
    { clock },
  );
  connection.settle({ era: "modern", revision: "2026-07-28" });
  const problems: SubscriptionProblem[] = [];
  const subscriptions = new Subscriptions({
    clock,
    random: () => 0,
    onProblem: (problem) => problems.push(problem),
  });
  const attach = (): void =>
    subscriptions.attach(connection, {
      era: "modern",
      capabilities: EVERYTHING,
      stamp: (request) => stamp(request, MODERN),
    });
  attach();
  const events: SubscriptionEvent[] = [];
  const subscription = subscriptions.listen(TOOLS, { onEvent: (event) => void events.push(event) });
  return {
    clock,
    sent,
    abandoned,
    problems,
    subscriptions,
    subscription,
    events,
    attach,
    on: async (stream: RequestId, ...messages: readonly Message[]) => {
      received(framesOf(...messages), stream);
      await turns();
    },
    end: async (id: RequestId, outcome: ExchangeOutcome) => {
      settle(id, outcome);
      await turns();
    },
    wait: async (ms: number) => {
      clock.advance(ms);
      await turns();
    },
  };
}

function framesOf(...messages: readonly Message[]) {
  return messages.flatMap((message) => decodeFrame(encode(message).trimEnd()) ?? []);
}

const DROPPED: ExchangeOutcome = { type: "stream_ended", message: "The stream ended." };

test("S2: a stream that drops is opened anew on the same connection, under a new id", async () => {
  const one = endpoint();
  await one.on(1, acknowledgement(1, TOOLS));
  await one.end(1, DROPPED);
  expect(one.events.at(-1)).toEqual({
    type: "lost",
    cause: "stream_ended",
    message: "The stream ended.",
    againInMs: 1000,
  });
  await one.wait(1000);
  await one.on(2, acknowledgement(2, TOOLS));
  expect(one.sent).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(types(one.events)).toBe("acknowledged lost acknowledged may_have_changed");
});

test("an acknowledgement that is there before the request was handed over is heard", async () => {
  const one = endpoint(acknowledgement(1, TOOLS));
  expect(one.subscription.state).toBe("active");
  expect(one.clock.waiting).toBe(0);
  await one.on(1, notificationOf("tools/list_changed", 1));
  expect(types(one.events)).toBe("acknowledged tools_changed");
  expect(one.problems).toEqual([]);
});

test("S1: an event on the stream that names no subscription is a fault and is not delivered", async () => {
  const one = endpoint();
  await one.on(1, acknowledgement(1, TOOLS), notificationOf("tools/list_changed", undefined));
  expect(types(one.events)).toBe("acknowledged");
  expect(one.problems).toMatchObject([{ code: "missing_subscription_id" }]);
});

test("U11: what no subscription may carry is a fault, also where it carries the right id", async () => {
  const one = endpoint();
  await one.on(1, acknowledgement(1, TOOLS), notificationOf("message", 1, { level: "info" }));
  expect(types(one.events)).toBe("acknowledged");
  expect(one.problems).toMatchObject([{ code: "unrequested_event", listenId: 1 }]);
});

test("U06: closing ends the stream and sends nothing", async () => {
  const one = endpoint();
  await one.on(1, acknowledgement(1, TOOLS));
  one.subscription.close();
  await turns();
  expect(one.abandoned).toEqual([1]);
  expect(one.sent).toHaveLength(1);
});

test("an endpoint that cannot be reached is tried again and again, each time later", async () => {
  const one = endpoint();
  const unreachable = { type: "unreachable", code: "ECONNREFUSED", message: "Refused." } as const;
  for (const [nth, ms] of [1000, 2000, 4000].entries()) {
    await one.end(nth + 1, unreachable);
    expect(one.events.at(-1)).toMatchObject({ type: "lost", cause: "unreachable", againInMs: ms });
    await one.wait(ms);
  }
  await one.on(4, acknowledgement(4, TOOLS));
  // Nothing was told before, so there is nothing that could have been missed.
  expect(types(one.events)).toBe("lost lost lost acknowledged");
});

test.each([
  [503, {}, 1000],
  [503, { "retry-after": "20" }, 20_000],
  [429, { "retry-after": "0" }, 1000],
  [500, { "retry-after": "Fri, 07 Nov 2036 23:59:59 GMT" }, 1000],
  [429, { "retry-after": "99999999" }, 3_600_000],
  [408, {}, 1000],
])("after status %i with %j it is asked again", async (status, headers, againInMs) => {
  const one = endpoint();
  await turns();
  await one.end(1, { type: "http_status", status, headers, body: "" });
  expect(one.events).toMatchObject([{ type: "lost", cause: "http_status", againInMs }]);
});

test.each([401, 403, 404, 405])(
  "after status %i it is not asked again before it is attached again",
  async (status) => {
    const one = endpoint();
    await turns();
    await one.end(1, { type: "http_status", status, headers: {}, body: "" });
    expect(one.events).toMatchObject([
      { type: "refused", refusal: { type: "http_status", status } },
    ]);
    expect(one.clock.waiting).toBe(0);
    one.attach();
    await turns();
    expect(one.sent).toMatchObject([{ id: 1 }, { id: 2 }]);
  },
);

test("what was told before a refusal may have changed since", async () => {
  const one = endpoint();
  await one.on(1, acknowledgement(1, TOOLS));
  await one.end(1, DROPPED);
  await one.wait(1000);
  await one.on(2, { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Gone" } });
  expect(types(one.events)).toBe("acknowledged lost refused may_have_changed");
});

test("U07: a result that names no subscription is a graceful end and a fault", async () => {
  const one = endpoint();
  const result = { resultType: "complete" };
  await one.on(1, acknowledgement(1, TOOLS), { jsonrpc: "2.0", id: 1, result });
  expect(one.events.at(-1)).toMatchObject({ type: "ended", how: "graceful" });
  expect(one.problems).toMatchObject([{ code: "invalid_result", listenId: 1 }]);
});

test("a result that asks for input is no graceful end", async () => {
  const one = endpoint();
  const result = { resultType: "input_required" };
  await one.on(1, acknowledgement(1, TOOLS), { jsonrpc: "2.0", id: 1, result });
  expect(one.events.at(-1)).toMatchObject({ type: "lost", cause: "invalid_result" });
  expect(one.problems).toMatchObject([{ code: "invalid_result", listenId: 1 }]);
});

test("a server that ends at once, without an acknowledgement, is asked again later each time", async () => {
  const one = endpoint();
  await one.on(1, graceful(1));
  await one.wait(1000);
  await one.on(2, graceful(2));
  expect(one.events).toMatchObject([
    { type: "ended", againInMs: 1000 },
    { type: "ended", againInMs: 2000 },
  ]);
});
