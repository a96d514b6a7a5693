import { cancelledNotification } from "@x/wire";
import { describe, expect, test, vi } from "vitest";
import {
  type ContractSubject,
  type ReplyForm,
  scriptedHttpServer,
  transportContract,
} from "../src/index.js";
import { faultySubject, type Wrong } from "./support/faulty-subject.js";
import { plainHttpTransport } from "./support/plain-http-transport.js";

const maxFrameBytes = 10_000;

/** A plain transport to a scripted endpoint, whose replies have this form. */
function subject(replies: ReplyForm): ContractSubject {
  return {
    carrier: "streams",
    maxFrameBytes,
    open: async (script, era) => {
      const style = era === "legacy" ? "legacy" : "modern";
      const server = await scriptedHttpServer(script, { style, replies });
      return {
        transport: plainHttpTransport(server.url, maxFrameBytes),
        left: async () => {
          await vi.waitFor(() => {
            const open = server.requests.filter(({ reply }) => reply === "open");
            expect(open).toEqual([]);
          });
          return [...server.deviations, ...server.undelivered];
        },
        cleanup: () => server.close(),
      };
    },
  };
}

describe.each(["sse", "json"] as const)("a plain transport whose replies are %s", (replies) => {
  for (const { name, run } of transportContract(subject(replies))) test(name, run);
});

const FAULTY: readonly (readonly [string, Wrong, readonly string[]])[] = [
  [
    "tells a modern peer of a cancellation by a notification",
    (right) => ({
      exchange: async (request, options) => {
        const outcome = await right.exchange(request, { ...options, onAbandon: "silent" });
        if (outcome.type === "timed_out") void right.notify(cancelledNotification(request.id));
        return outcome;
      },
    }),
    ["The end of a request's reply stream is all that tells a modern peer of its cancellation"],
  ],
  [
    "never tells the peer what is abandoned",
    (right) => ({
      exchange: (request, options) => right.exchange(request, { ...options, onAbandon: "silent" }),
    }),
    [
      "A silent peer times out at the total limit and not before, and is told",
      "A legacy peer is told by a notification what was abandoned",
    ],
  ],
  [
    "ends the reply streams of what is to be abandoned in silence",
    (right) => ({
      exchange: (request, options) => right.exchange(request, { ...options, onAbandon: "cancel" }),
    }),
    [
      "Where an exchange is abandoned in silence, the peer hears nothing of it",
      "What comes for an abandoned exchange is late, and no fault",
    ],
  ],
  [
    "waits on when a reply stream has ended",
    (right) => ({
      exchange: async (request, options) => {
        const outcome = await right.exchange(request, options);
        return outcome.type === "stream_ended" ? new Promise(() => {}) : outcome;
      },
    }),
    [
      "The end of a reply stream without an answer ends its exchange at once, and no other",
      "Where the peer goes away, what is pending ends at once",
    ],
  ],
  [
    "closes when a reply stream has ended",
    (right) => ({
      exchange: async (request, options) => {
        const outcome = await right.exchange(request, options);
        if (outcome.type === "stream_ended") await right.close();
        return outcome;
      },
    }),
    [
      "The end of a reply stream without an answer ends its exchange at once, and no other",
      "A peer that was away is spoken to on the same connection",
    ],
  ],
  [
    "gives to the connection what came on the stream of a request",
    (right) => ({
      exchange: (request, { onNotification: _unheard, ...options }) =>
        right.exchange(request, options),
    }),
    ["What comes on the stream of a modern peer's reply belongs to the request"],
  ],
];

describe("a transport over HTTP that", () => {
  test.each(FAULTY)("%s breaks the contract", async (_how, wrong, names) => {
    const cases = transportContract(faultySubject({ ...subject("sse"), patienceMs: 300 }, wrong));
    for (const name of names) {
      const found = cases.filter((one) => one.name.startsWith(name));
      expect(found).toHaveLength(1);
      await expect(found[0]?.run()).rejects.toMatchObject({
        code: "contract_violated",
        message: expect.stringContaining(name),
      });
    }
  });
});
