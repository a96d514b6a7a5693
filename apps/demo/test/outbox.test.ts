import { expect, test } from "vitest";
import { OUTBOX_LIMITS, Outbox } from "../src/console/outbox.js";
import type { ConsoleSnapshot, Frame, HostMessage } from "../src/console/protocol.js";

const SOON = { timeout: 15_000, interval: 20 };

const NOTHING: ConsoleSnapshot = {
  client: { state: "running", policy: "prefix", message: null },
  peers: [],
  tools: [],
  prompts: [],
  collisions: [],
  quarantined: [],
  questions: [],
  hasColliding: false,
};

const FRAME: Omit<Frame, "n" | "text"> = {
  at: 0,
  peer: "notes",
  connection: 1,
  direction: "sent",
  kind: "request",
  method: "tools/call",
  id: "1",
  of: null,
  latencyMs: null,
  length: 8192,
};

test("a page is given up when not even answers are read", () => {
  let tooSlow = 0;
  const full = { bufferedAmount: Number.POSITIVE_INFINITY, send: () => undefined };
  const outbox = new Outbox(
    full,
    () => NOTHING,
    () => {
      tooSlow += 1;
    },
  );
  const answer = { type: "answer", ok: true, result: {} } as const;
  for (let id = 1; id <= OUTBOX_LIMITS.answers; id += 1) outbox.answer({ ...answer, id });
  expect(tooSlow).toBe(0);
  outbox.answer({ ...answer, id: 0 });
  expect(tooSlow).toBe(1);
  outbox.close();
});

test("a page is given up when large answers are not read, long before there are many", () => {
  let tooSlow = 0;
  const full = { bufferedAmount: Number.POSITIVE_INFINITY, send: () => undefined };
  const outbox = new Outbox(
    full,
    () => NOTHING,
    () => {
      tooSlow += 1;
    },
  );
  const text = "x".repeat(OUTBOX_LIMITS.answerChars / 2);
  const room = (OUTBOX_LIMITS.waitingChars / OUTBOX_LIMITS.answerChars) * 2 - 1;
  for (let id = 1; id <= room; id += 1) {
    outbox.answer({ type: "answer", ok: true, id, result: { text } });
  }
  expect(tooSlow).toBe(0);
  outbox.answer({ type: "answer", ok: true, id: 0, result: { text } });
  expect(tooSlow).toBe(1);
  outbox.close();
});

test("a slow page gets the last frames, by number and by size, and how many were dropped", async () => {
  const sent: HostMessage[] = [];
  const socket = {
    bufferedAmount: Number.POSITIVE_INFINITY,
    send: (text: string) => sent.push(JSON.parse(text)),
  };
  const outbox = new Outbox(
    socket,
    () => NOTHING,
    () => undefined,
  );
  for (let n = 1; n <= 1000; n += 1) outbox.frame({ ...FRAME, n, text: "x".repeat(8192) });
  socket.bufferedAmount = 0;
  await expect.poll(() => sent.length, SOON).toBeGreaterThan(0);
  const frames = sent.filter((message) => message.type === "frames");
  const numbers = frames.flatMap((message) => message.frames.map(({ n }) => n));
  const room = OUTBOX_LIMITS.frameChars / 8192;
  expect(numbers).toEqual(Array.from({ length: room }, (_, at) => 1000 - room + 1 + at));
  expect(frames.map(({ dropped }) => dropped)).toEqual([
    1000 - room,
    ...frames.slice(1).map(() => 0),
  ]);
  outbox.close();
});
