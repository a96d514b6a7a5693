import type { Point } from "./point.js";
import { wants } from "./seen.js";

const CALL = `> {"id":1,"method":"tools/call"}`;
const DONE = `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","last":true}}`;

const OTHER = `> {"id":2,"method":"tools/list"}`;

const ANSWER = `< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`;

const DUPLEX_ENDS = {
  carrier: "duplex",
  because:
    "No stream says of a peer over several that it has ended, and it may be there again at once.",
} as const;
const STREAMS_END = {
  carrier: "streams",
  because: "The only stream of a duplex ends with the connection.",
} as const;

/** How a connection ends. */
export const ENDS: readonly Point[] = [
  {
    name: "close() settles all that is pending, and nothing can be sent after it",
    era: "modern",
    script: [CALL, OTHER].join("\n"),
    run: async (scene) => {
      const { connection } = scene;
      const first = scene.ask({ totalMs: null });
      const pending = [first, scene.ask({}, "tools/list")];
      await scene.isPending(first);
      const reason = await scene.within(connection.close(), "the end of close()");
      wants(reason.type, "local", "the reason");
      for (const one of pending)
        await scene.ends(one, { type: "closed", reason: { type: "local" } });
      const later = { type: "closed", reason: { type: "local" }, written: false };
      await scene.ends(scene.ask(), later);
      const notified = connection.notify({ jsonrpc: "2.0", method: "notifications/go" });
      wants(await scene.within(notified, "the end of a notification"), { type: "closed" }, "it");
      wants(scene.taps.length, 2, "frames that were sent");
    },
  },
  {
    name: "The end of the peer settles all that is pending, with the reason of the connection",
    era: "modern",
    over: ["exited", "ended"],
    only: DUPLEX_ENDS,
    script: [CALL, OTHER, "! 3"].join("\n"),
    run: async (scene) => {
      const pending = [scene.ask({ totalMs: null }), scene.ask({}, "tools/list")];
      const { message } = await scene.within(scene.connection.closed, "closed");
      for (const one of pending) {
        await scene.ends(one, { type: "closed", reason: { message } });
      }
      const later = { type: "closed", reason: { message }, written: false };
      await scene.ends(scene.ask(), later);
    },
  },
  {
    name: "What the peer said before its end is heard",
    era: "modern",
    over: ["exited", "ended"],
    only: DUPLEX_ENDS,
    script: [CALL, DONE, "! 0"].join("\n"),
    run: async (scene) => {
      const response = { result: { last: true } };
      await scene.ends(scene.ask(), { type: "response", response });
      await scene.within(scene.connection.closed, "closed");
    },
  },
  {
    name: "The end of a reply stream without an answer ends its exchange at once, and no other",
    era: "modern",
    only: STREAMS_END,
    script: [CALL, OTHER, "!", "+", OTHER, ANSWER].join("\n"),
    run: async (scene) => {
      const pending = [scene.ask({ totalMs: null }), scene.ask({ totalMs: null }, "tools/list")];
      for (const one of pending) await scene.ends(one, { type: "stream_ended" });
      await scene.roundTrip();
    },
  },
  {
    name: "Where the peer goes away, what is pending ends at once, and what is asked later is told why",
    era: "modern",
    only: STREAMS_END,
    script: [CALL, OTHER, "! 3"].join("\n"),
    run: async (scene) => {
      const pending = [scene.ask({ totalMs: null }), scene.ask({ totalMs: null }, "tools/list")];
      for (const one of pending) await scene.ends(one, { type: "stream_ended" });
      await scene.ends(scene.ask({ totalMs: null }), { type: "unreachable" });
    },
  },
  {
    name: "A peer that was away is spoken to on the same connection when it is there again",
    era: "modern",
    only: STREAMS_END,
    script: [CALL, "! 3", "+", OTHER, ANSWER].join("\n"),
    run: async (scene) => {
      await scene.ends(scene.ask({ totalMs: null }), { type: "stream_ended" });
      await scene.roundTrip();
    },
  },
  {
    name: "What the peer said before it went away is heard",
    era: "modern",
    only: STREAMS_END,
    script: [CALL, DONE, "! 0"].join("\n"),
    run: async (scene) => {
      const response = { result: { last: true } };
      await scene.ends(scene.ask(), { type: "response", response });
    },
  },
];
