import type { Point } from "./point.js";
import { wants } from "./seen.js";

const CALL = `> {"id":1,"method":"tools/call"}`;
const DONE = `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","last":true}}`;

/** How a connection ends. */
export const ENDS: readonly Point[] = [
  {
    name: "close() settles all that is pending, and nothing can be sent after it",
    era: "modern",
    script: [CALL, `> {"id":2,"method":"tools/call"}`].join("\n"),
    run: async (scene) => {
      const { connection } = scene;
      const pending = [scene.ask({ totalMs: null }), scene.ask()];
      await scene.isPending(pending[0] ?? scene.ask());
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
    script: [CALL, `> {"id":2,"method":"tools/call"}`, "! 3"].join("\n"),
    run: async (scene) => {
      const pending = [scene.ask({ totalMs: null }), scene.ask()];
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
    script: [CALL, DONE, "! 0"].join("\n"),
    run: async (scene) => {
      const response = { result: { last: true } };
      await scene.ends(scene.ask(), { type: "response", response });
      await scene.within(scene.connection.closed, "closed");
    },
  },
];
