import type { Point } from "./point.js";
import type { Asked, Scene } from "./scene.js";
import { wants } from "./seen.js";

const PROGRESS = `< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`;
const CALL = `> {"id":1,"method":"tools/call"}`;
const CANCELLED = `> {"method":"notifications/cancelled","params":{"requestId":1}}`;
const GO = `> {"method":"notifications/go"}`;
const HEARD = `< {"jsonrpc":"2.0","method":"notifications/heard"}`;
const DONE = `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`;

const STARTING = {
  carrier: "duplex",
  because: "A connection whose streams begin with requests counts as started when it is opened.",
} as const;

/** A request that is answered at once, and only when all that stands before it has come. */
const ROUND_TRIP = `> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`;

/** Of which the peer hears when it waits no more for the answer to {@link CALL}. */
const TOLD = [CALL, ROUND_TRIP, CANCELLED, ROUND_TRIP].join("\n");

/** When this side stops waiting, and what the peer hears of it. */
export const DEADLINES: readonly Point[] = [
  {
    name: "A silent peer times out at the total limit and not before, and is told",
    era: "modern",
    script: TOLD,
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" });
      await scene.roundTrip();
      await scene.pass(499);
      await scene.isPending(asked);
      await scene.pass(1);
      await scene.ends(asked, { type: "timed_out", limit: "total", afterMs: 500 });
      await scene.roundTrip();
    },
  },
  {
    name: "The end of a request's reply stream is all that tells a modern peer of its cancellation",
    era: "modern",
    only: {
      carrier: "streams",
      because: "A duplex has no stream that could be ended for a request.",
    },
    script: TOLD,
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" });
      await scene.roundTrip();
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.roundTrip();
      const sent = scene.taps.filter(({ direction }) => direction === "sent");
      wants(sent.length, 3, "frames that were sent");
    },
  },
  {
    name: "A legacy peer is told by a notification what was abandoned",
    era: "legacy",
    script: TOLD,
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" });
      await scene.roundTrip();
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.roundTrip();
    },
  },
  {
    name: "Where an exchange is abandoned in silence, the peer hears nothing of it",
    era: "modern",
    script: [CALL, ROUND_TRIP, ROUND_TRIP, ROUND_TRIP].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "silent" });
      await scene.roundTrip();
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      // What comes on another connection of the same peer may be later than one round trip.
      await scene.roundTrip();
      await scene.roundTrip();
    },
  },
  {
    name: "initialize is never cancelled, whatever is asked",
    script: [`> {"id":1,"method":"initialize"}`, ROUND_TRIP, ROUND_TRIP, ROUND_TRIP].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" }, "initialize");
      await scene.roundTrip();
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.roundTrip();
      await scene.roundTrip();
    },
  },
  {
    name: "The first limit runs out where nothing comes back",
    era: "modern",
    script: CALL,
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 1000, firstMs: 100 });
      await scene.pass(100);
      await scene.ends(asked, { type: "timed_out", limit: "first", afterMs: 100 });
    },
  },
  {
    name: "The first limit is over with the first thing that comes back, and the idle limit counts from there",
    era: "modern",
    script: [CALL, PROGRESS, GO, PROGRESS].join("\n"),
    run: async (scene) => {
      const { list, onNotification } = scene.own();
      const asked = scene.ask({ totalMs: 60_000, firstMs: 100, idleMs: 2000, onNotification });
      await scene.until(list, 1, "progress");
      await scene.pass(1999);
      await scene.isPending(asked);
      await scene.go();
      await scene.until(list, 2, "more progress");
      await scene.pass(1999);
      await scene.isPending(asked);
      await scene.pass(1);
      await scene.ends(asked, { type: "timed_out", limit: "idle" });
    },
  },
  {
    name: "Until the peer's first sign of life the start limit runs, and then the total one from its beginning",
    only: STARTING,
    script: [CALL, GO, HEARD].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, startMs: 60_000 });
      await scene.pass(45_000);
      await scene.isPending(asked);
      await scene.go();
      await scene.until(scene.notifications, 1, "the first sign of life");
      await scene.pass(499);
      await scene.isPending(asked);
      await scene.pass(1);
      await scene.ends(asked, { type: "timed_out", limit: "total" });
    },
  },
  {
    name: "The start limit runs out on a peer that never gives a sign of life",
    only: STARTING,
    script: CALL,
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, startMs: 60_000 });
      await scene.pass(60_000);
      await scene.ends(asked, { type: "timed_out", limit: "start", afterMs: 60_000 });
    },
  },
  {
    name: "The caller's abort is told apart from a deadline, and the peer is told",
    era: "modern",
    script: TOLD,
    run: async (scene) => {
      const controller = new AbortController();
      const asked = scene.ask({ onAbandon: "cancel", signal: controller.signal });
      await scene.roundTrip();
      await scene.isPending(asked);
      controller.abort("enough");
      await scene.ends(asked, { type: "aborted", reason: "enough" });
      await scene.roundTrip();
    },
  },
  {
    name: "An exchange that was aborted before it began sends nothing",
    era: "modern",
    script: "",
    run: async (scene) => {
      await scene.ends(scene.ask({ signal: AbortSignal.abort("enough") }), { type: "aborted" });
      wants(scene.taps, [], "frames that crossed");
    },
  },
  {
    name: "What comes for an abandoned exchange is late, and no fault",
    era: "modern",
    script: [CALL, ROUND_TRIP, GO, PROGRESS, DONE].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500 });
      await scene.roundTrip();
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.go();
      await isLate(scene, asked);
    },
  },
  {
    name: "What comes for a cancelled exchange is late, and no fault",
    era: "modern",
    only: {
      carrier: "duplex",
      because: "The stream of a cancelled request is gone, and nothing can come on it.",
    },
    script: [CALL, CANCELLED, PROGRESS, DONE].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" });
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await isLate(scene, asked);
    },
  },
];

async function isLate(scene: Scene, { request }: Asked): Promise<void> {
  await scene.until(scene.late, 2, "late progress and a late answer");
  wants(scene.late[0], { method: "notifications/progress" }, "the first late message");
  wants(scene.late[1], { id: request.id }, "the second late message");
  wants(scene.faults, [], "the faults");
}
