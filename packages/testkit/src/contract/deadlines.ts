import type { Point } from "./point.js";
import { wants } from "./seen.js";

const HEARD = `< {"jsonrpc":"2.0","method":"notifications/heard"}`;
const PROGRESS = `< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`;
const CALL = `> {"id":1,"method":"tools/call"}`;
const CANCELLED = `> {"method":"notifications/cancelled","params":{"requestId":1}}`;
const GO = `> {"method":"notifications/go"}`;

/** When this side stops waiting, and what the peer hears of it. */
export const DEADLINES: readonly Point[] = [
  {
    name: "A silent peer times out at the total limit and not before, and is told",
    era: "modern",
    script: [CALL, CANCELLED, HEARD].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" });
      await scene.pass(499);
      await scene.isPending(asked);
      await scene.pass(1);
      await scene.ends(asked, { type: "timed_out", limit: "total", afterMs: 500 });
      await scene.until(scene.notifications, 1, "what the peer says to the cancellation");
    },
  },
  {
    name: "Where an exchange is abandoned in silence, the peer hears nothing of it",
    era: "modern",
    script: [CALL, `> {"id":2,"method":"tools/call"}`, answer(2)].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "silent" });
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.ends(scene.ask(), { type: "response" });
    },
  },
  {
    name: "initialize is never cancelled, whatever is asked",
    script: [`> {"id":1,"method":"initialize"}`, `> {"id":2,"method":"ping"}`, answer(2)].join(
      "\n",
    ),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" }, "initialize");
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.ends(scene.ask({}, "ping"), { type: "response" });
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
    script: [CALL, CANCELLED, HEARD].join("\n"),
    run: async (scene) => {
      const controller = new AbortController();
      const asked = scene.ask({ onAbandon: "cancel", signal: controller.signal });
      await scene.isPending(asked);
      controller.abort("enough");
      await scene.ends(asked, { type: "aborted", reason: "enough" });
      await scene.until(scene.notifications, 1, "what the peer says to the cancellation");
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
    script: [CALL, CANCELLED, PROGRESS, answer(1)].join("\n"),
    run: async (scene) => {
      const asked = scene.ask({ totalMs: 500, onAbandon: "cancel" });
      await scene.pass(500);
      await scene.ends(asked, { type: "timed_out" });
      await scene.until(scene.late, 2, "late progress and a late answer");
      wants(scene.late[0], { method: "notifications/progress" }, "the first late message");
      wants(scene.late[1], { id: asked.request.id }, "the second late message");
      wants(scene.faults, [], "the faults");
    },
  },
];

function answer(id: number): string {
  return `< {"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete"}}`;
}
