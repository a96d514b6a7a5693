import { LineDecoder } from "@x/wire";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExchangeOutcome, ManualClock, multiplex } from "../src/index.js";
import { arrived } from "./harness.js";

const CALLS = 4;
const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);

beforeAll(() => void process.on("unhandledRejection", note));

afterAll(() => {
  process.off("unhandledRejection", note);
  expect(rejections).toEqual([]);
});

/** A member that may be right, nearly right, or anything at all. */
const id = fc.oneof(
  fc.integer({ min: -1, max: CALLS + 2 }),
  fc.constantFrom("1", "", null, 1.5, 2 ** 53, true, [], {}),
  fc.string({ maxLength: 3 }),
);
const member = fc.oneof({ maxDepth: 1 }, fc.constant({}), fc.jsonValue({ maxDepth: 2 }));

/** Frames that a peer could send: well-formed, malformed in one place, cut, and plain noise. */
const envelope = fc
  .record(
    {
      jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", "1.0", 2),
      id,
      result: member,
      error: fc.oneof(member, fc.record({ code: fc.integer(), message: fc.string() })),
      method: fc.constantFrom("ping", "notifications/progress", "notifications/cancelled", "x", 1),
      params: fc.oneof(member, fc.record({ progressToken: id, requestId: id, progress: member })),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));
const answer = fc
  .integer({ min: 1, max: CALLS })
  .map((to) => `{"jsonrpc":"2.0","id":${to},"result":{"for":${to}}}`);
const frame = fc.oneof(
  { weight: 3, arbitrary: answer },
  { weight: 4, arbitrary: envelope },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.tuple(answer, fc.nat(40)).map(([text, at]) => text.slice(0, at)) },
);
const noise = fc.uint8Array({ maxLength: 40 });
const line = fc.tuple(frame, fc.constantFrom("\n", "\r\n", "\n\n", ""));
const piece = fc.oneof(
  { weight: 6, arbitrary: line.map(([text, end]) => new TextEncoder().encode(text + end)) },
  { weight: 1, arbitrary: noise },
);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((one) => [...one]));
}

/** The results that the bytes hold for an id, as a reader of its own kind finds them. */
function resultsFor(bytes: Uint8Array, wanted: number): readonly string[] {
  const found: string[] = [];
  for (const text of new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n")) {
    try {
      const value = JSON.parse(text.replace(/^\uFEFF/, ""));
      if (
        value?.id === wanted &&
        value.jsonrpc === "2.0" &&
        "result" in value !== "error" in value
      ) {
        found.push(JSON.stringify(value));
      }
    } catch {
      // Not JSON: no result either.
    }
  }
  return found;
}

test.each(["modern", "legacy", "unsettled"] as const)(
  "arbitrary bytes on a %s connection end every call, crash nothing, and give no reply to a wrong call",
  async (era) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 20 }),
        fc.array(fc.nat(200), { maxLength: 10 }),
        async (pieces, cuts) => {
          const bytes = joined(pieces);
          const clock = new ManualClock();
          const frames: string[] = [];
          const mux = multiplex(
            {
              send: (text) => void frames.push(text),
              close: async () => ({ type: "local", message: "closed" }),
            },
            { clock },
          );
          const { connection } = mux;
          if (era !== "unsettled") connection.settle({ era, revision: "x" });
          const outcomes: (ExchangeOutcome | undefined)[] = Array(CALLS).fill(undefined);
          for (let call = 0; call < CALLS; call += 1) {
            const request = { jsonrpc: "2.0", id: connection.ids.next(), method: "x" } as const;
            void connection
              .exchange(request, { totalMs: 1000, onAbandon: "cancel" })
              .then((outcome) => {
                outcomes[call] = outcome;
              });
          }
          const decoder = new LineDecoder({ maxFrameBytes: 120 });
          let from = 0;
          for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
            mux.received(decoder.push(bytes.subarray(from, Math.max(from, cut))));
            from = Math.max(from, cut);
          }
          mux.received(decoder.end());
          clock.advance(1000);
          await arrived();
          for (const [call, outcome] of outcomes.entries()) {
            expect(outcome).toBeDefined();
            if (outcome?.type !== "response") continue;
            expect(outcome.response.id).toBe(call + 1);
            expect(resultsFor(bytes, call + 1)).toContain(JSON.stringify(outcome.response));
          }
          // A modern or unsettled server gets no answer; a legacy one only answers to what it asked.
          for (const text of frames.slice(CALLS)) {
            const message = JSON.parse(text);
            if (era !== "legacy") expect(message.method).toBe("notifications/cancelled");
          }
          await connection.close();
          expect(clock.waiting).toBe(0);
        },
      ),
      { numRuns: 400 },
    );
  },
);
