import { readFileSync } from "node:fs";
import { stamp } from "@x/wire";
import { expect, test } from "vitest";
import type { LossCause, SubscriptionProblemCode, SubscriptionsErrorCode } from "../src/index.js";
import {
  EVERYTHING,
  listenIds,
  MODERN,
  notificationOf,
  scene,
  TOOLS,
  turns,
  types,
} from "./scene.js";

test("a subscription that is opened before there is a connection begins with it", async () => {
  const { connect, listen } = scene();
  const { subscription, events } = listen(TOOLS);
  expect(subscription.state).toBe("detached");
  const server = await connect();
  await turns();
  expect(listenIds(server)).toHaveLength(1);
  expect(events).toEqual([]);
});

test("letting go of a connection that lives on cancels the listen, and the next one is listened on", async () => {
  const one = scene();
  const first = await one.active(TOOLS);
  one.subscriptions.detach("The client needs it for something else.");
  one.subscriptions.detach("Again.");
  await turns();
  expect(first.received.at(-1)?.method).toBe("notifications/cancelled");
  expect(first.events.slice(1)).toEqual([
    {
      type: "lost",
      cause: "detached",
      message: "The client needs it for something else.",
      againInMs: undefined,
    },
  ]);
  const second = await one.connect();
  await turns();
  expect(listenIds(second)).toHaveLength(1);
});

test("a connection that is handed over while the former one is in use takes its place", async () => {
  const one = scene();
  const first = await one.active(TOOLS);
  const second = await one.connect();
  await turns();
  expect(first.received.at(-1)?.method).toBe("notifications/cancelled");
  expect(listenIds(second)).toHaveLength(1);
  first.peer.send(notificationOf("tools/list_changed", undefined));
  await turns();
  expect(one.problems).toEqual([]);
  first.peer.end();
  await turns();
  // The end of the former one is nobody's loss.
  expect(types(first.events)).toBe("acknowledged lost");
  expect(first.subscription.state).toBe("listening");
});

test("a connection that is over already when it is handed over is a loss without a timer", async () => {
  const one = scene();
  const { connection } = await one.connect();
  await connection.close();
  one.subscriptions.attach(connection, {
    era: "modern",
    capabilities: EVERYTHING,
    stamp: (request) => stamp(request, MODERN),
  });
  const { events } = one.listen(TOOLS);
  await turns();
  expect(types(events)).toBe("lost");
  expect(one.clock.waiting).toBe(0);
});

test("a listen that this side cannot send is a loss, and is tried again", async () => {
  const one = scene();
  const { connection } = await one.connect();
  one.subscriptions.attach(connection, {
    era: "modern",
    capabilities: EVERYTHING,
    stamp: () => {
      throw new Error("No stamp today.");
    },
  });
  const { events } = one.listen(TOOLS);
  await turns();
  expect(events).toEqual([
    { type: "lost", cause: "not_sent", message: "No stamp today.", againInMs: 1000 },
  ]);
});

test("closing them all cancels what is open and leaves the connection to its owner", async () => {
  const one = scene();
  const { connection, received, subscription } = await one.active(TOOLS);
  let isOver = false;
  void connection.closed.then(() => {
    isOver = true;
  });
  one.subscriptions.close();
  await turns();
  expect(subscription.state).toBe("closed");
  expect(received.at(-1)?.method).toBe("notifications/cancelled");
  expect(isOver).toBe(false);
  const closed = expect.objectContaining({ code: "closed" });
  expect(() => one.subscriptions.listen(TOOLS)).toThrow(closed);
  await expect(one.connect()).rejects.toEqual(closed);
});

test.each([
  [{}],
  [{ toolsListChanged: false }],
  [{ resourceSubscriptions: [] }],
  [{ resourceSubscriptions: ["a".repeat(8193)] }],
  [{ resourceSubscriptions: [1n] }],
  [{ resourceSubscriptions: "a:b" }],
  [{ toolsListChanged: "yes" }],
])("a filter that makes no sense is refused before anything is sent", (filter) => {
  expect(() => scene().subscriptions.listen(filter as never)).toThrow(
    expect.objectContaining({ code: "invalid_filter", name: "SubscriptionsError" }),
  );
});

test.each([
  [{ ackMs: 0 }],
  [{ firstRetryMs: -1 }],
  [{ maxRetryMs: Number.POSITIVE_INFINITY }],
  [{ goodLifeMs: Number.NaN }],
  [{ maxQueued: 0 }],
  [{ maxQueued: 1.5 }],
])("a limit that makes no sense is refused: %j", (limit) => {
  expect(() => scene(limit)).toThrow(expect.objectContaining({ code: "invalid_limit" }));
});

test("the README lists every problem, every cause of a loss and every error code", () => {
  const problems: Record<SubscriptionProblemCode, true> = {
    missing_subscription_id: true,
    foreign_subscription_id: true,
    early_event: true,
    unrequested_event: true,
    invalid_event: true,
    wider_acknowledgement: true,
    repeated_acknowledgement: true,
    invalid_acknowledgement: true,
    invalid_result: true,
  };
  const causes: Record<LossCause, true> = {
    unacknowledged: true,
    detached: true,
    not_sent: true,
    invalid_result: true,
    stream_ended: true,
    closed: true,
    malformed: true,
    too_large: true,
    unreachable: true,
    http_status: true,
    timed_out: true,
    aborted: true,
  };
  const errors: Record<SubscriptionsErrorCode, true> = {
    invalid_filter: true,
    invalid_limit: true,
    already_read: true,
    closed: true,
  };
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = (heading: string): (string | undefined)[] => {
    const [, section = ""] = readme.split(`\n## ${heading}\n`);
    const [table = ""] = section.split("\n## ");
    return [...table.matchAll(/^\| `(\w+)` +\|/gm)].map((match) => match[1]);
  };
  expect(rows("Problems")).toEqual(Object.keys(problems));
  expect(rows("Losses")).toEqual(Object.keys(causes));
  expect(rows("Errors")).toEqual(Object.keys(errors));
});
