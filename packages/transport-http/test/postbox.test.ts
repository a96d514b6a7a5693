import { ManualClock } from "@x/connection";
import { expect, test } from "vitest";
import { Authorization } from "../src/authorization.js";
import { Courier } from "../src/courier.js";
import { Postbox } from "../src/postbox.js";
import type { HttpSink } from "../src/send.js";

const url = "http://127.0.0.1/mcp";

function scene() {
  const sinks: HttpSink[] = [];
  const full: string[] = [];
  const posted: string[] = [];
  const courier = new Courier({
    url,
    authorization: new Authorization({ url, operator: {}, authorize: undefined }),
    send: (_request, sink) => {
      sinks.push(sink);
      return () => {};
    },
  });
  const postbox = new Postbox((message) => full.push(message));
  const clock = new ManualClock();
  const post = (): void =>
    postbox.post(() => ({ method: "POST", headers: {}, body: "{}" }), {
      courier,
      clock,
      patienceMs: 1000,
      ends: () => false,
      onPosted: ({ type }) => posted.push(type),
    });
  return { sinks, full, posted, postbox, post, clock };
}

test("a server that makes this side answer without end gets sixteen answers at once, the rest in their turn", () => {
  const { sinks, posted, post, clock } = scene();
  for (let count = 0; count < 20; count += 1) post();
  expect(sinks).toHaveLength(16);
  for (const sink of sinks.slice(0, 3)) {
    sink.head(202, () => undefined);
    sink.end();
  }
  expect(sinks).toHaveLength(19);
  expect(posted).toEqual(["taken", "taken", "taken"]);
  clock.advance(1000);
  expect(sinks).toHaveLength(20);
});

test("a server for which a thousand answers wait is given up, and all of them are told", () => {
  const { full, posted, postbox, post, clock } = scene();
  for (let count = 0; count < 16 + 1000; count += 1) post();
  expect(full).toEqual([]);
  post();
  expect(full).toEqual([expect.stringMatching(/1000 answers and notifications wait/)]);
  postbox.stop();
  expect(posted).toEqual(Array(1017).fill("stopped"));
  expect(clock.waiting).toBe(0);
});
