import type { Point } from "./point.js";
import { wants } from "./seen.js";

const CALL = `> {"id":1,"method":"tools/call"}`;
const DONE = `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`;
const HEARD = `< {"jsonrpc":"2.0","method":"notifications/heard"}`;
const CHANGED = `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`;
const PROGRESS = `< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`;
const PING = `< {"jsonrpc":"2.0","id":"p","method":"ping"}`;
const ASK = `< {"jsonrpc":"2.0","id":"ask","method":"elicitation/create","params":{}}`;

/** A server's requests before the exchange's answer, with nothing expected back. */
const UNANSWERED = [CALL, PING, ASK, DONE].join("\n");

/** What a peer says unasked. */
export const PEER_MESSAGES: readonly Point[] = [
  {
    name: "Notifications go to the exchange they belong to, the rest to the connection",
    era: "modern",
    only: {
      carrier: "duplex",
      because: "What comes on the stream of a request belongs to it, whatever it names.",
    },
    script: `
> {"id":1,"method":"subscriptions/listen"}
> {"id":2,"method":"tools/call"}
< {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"bye"}}
< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete"}}`,
    run: async (scene) => {
      const ofListen = scene.own();
      const ofCall = scene.own();
      const { onNotification } = ofListen;
      const listen = scene.ask({ totalMs: null, onNotification }, "subscriptions/listen");
      const call = scene.ask({ onNotification: ofCall.onNotification });
      await scene.ends(listen, { type: "cancelled_by_server", reason: "bye" });
      await scene.ends(call, { type: "response" });
      const methods = [ofListen.list, ofCall.list, scene.notifications].map((list) =>
        list.map(({ method }) => method),
      );
      const changed = "notifications/tools/list_changed";
      wants(methods, [[changed], ["notifications/progress"], [changed]], "what each has heard");
      wants(scene.faults, [], "the faults");
    },
  },
  {
    name: "What comes on the stream of a modern peer's reply belongs to the request",
    era: "modern",
    only: { carrier: "streams", because: "The stream of a duplex belongs to no request." },
    script: [CALL, CHANGED, PROGRESS, DONE].join("\n"),
    run: async (scene) => {
      const { list, onNotification } = scene.own();
      await scene.ends(scene.ask({ onNotification }), { type: "response" });
      const methods = list.map(({ method }) => method);
      const both = ["notifications/tools/list_changed", "notifications/progress"];
      wants(methods, both, "what the exchange has heard");
      wants(scene.notifications, [], "what the connection has heard");
      wants(scene.faults, [], "the faults");
    },
  },
  {
    name: "A subscription hears its own events and its end by the peer",
    era: "modern",
    script: `
> {"id":1,"method":"subscriptions/listen"}
< {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"bye"}}`,
    run: async (scene) => {
      const { list, onNotification } = scene.own();
      const listen = scene.ask({ totalMs: null, onNotification }, "subscriptions/listen");
      await scene.ends(listen, { type: "cancelled_by_server", reason: "bye" });
      wants(
        list.map(({ method }) => method),
        ["notifications/tools/list_changed"],
        "its events",
      );
      wants(scene.faults, [], "the faults");
    },
  },
  {
    name: "What a legacy peer says unasked goes to the connection, its progress to the exchange",
    era: "legacy",
    script: [CALL, CHANGED, PROGRESS, DONE].join("\n"),
    run: async (scene) => {
      const { list, onNotification } = scene.own();
      await scene.ends(scene.ask({ onNotification }), { type: "response" });
      await scene.until(scene.notifications, 1, "what the peer says unasked");
      wants(
        list.map(({ method }) => method),
        ["notifications/progress"],
        "of the exchange",
      );
      const changed = { method: "notifications/tools/list_changed" };
      wants(scene.notifications[0], changed, "what the connection has heard");
      wants(scene.faults, [], "the faults");
    },
  },
  {
    name: "Requests of a server whose era is never settled are not answered, and are faults in the end",
    script: UNANSWERED,
    run: async (scene) => {
      await scene.ends(scene.ask(), { type: "response" });
      wants(scene.faults, [], "faults before the era is known");
      await scene.connection.close();
      const codes = scene.faults.map(({ code }) => code);
      wants(codes, ["server_request", "server_request"], "the faults");
    },
  },
  {
    name: "Requests of a modern server are faults, and are not answered, though the host would",
    era: "modern",
    script: UNANSWERED,
    run: async (scene) => {
      const { requests } = scene.answering();
      await scene.ends(scene.ask(), { type: "response" });
      const codes = scene.faults.map(({ code }) => code);
      wants(codes, ["server_request", "server_request"], "the faults");
      wants(requests, [], "requests that the host has got");
    },
  },
  {
    name: "A legacy server's ping is answered, and a request that nobody handles is refused",
    era: "legacy",
    script: `
${CALL}
${PING}
> {"id":"p","result":{}}
${ASK}
> {"id":"ask","error":{"code":-32601}}
${HEARD}`,
    run: async (scene) => {
      scene.ask();
      await scene.until(scene.notifications, 1, "what the peer says to the answers");
    },
  },
  {
    name: "While the host answers a legacy server's request, the clocks of its exchanges stand still",
    era: "legacy",
    script: `
${CALL}
${ASK}
> {"id":"ask","result":{"action":"accept"}}
${HEARD}`,
    run: async (scene) => {
      const { requests, responds } = scene.answering();
      const asked = scene.ask({ totalMs: 1000 });
      await scene.until(requests, 1, "the server's request");
      await scene.pass(500_000);
      await scene.isPending(asked);
      responds[0]?.({ result: { action: "accept" } });
      responds[0]?.({ result: { action: "decline" } });
      await scene.until(scene.notifications, 1, "what the peer says to the answer");
      await scene.pass(999);
      await scene.isPending(asked);
      await scene.pass(1);
      await scene.ends(asked, { type: "timed_out", limit: "total" });
    },
  },
  {
    name: "A settled era that the peer contradicts ends the connection, after the answer was delivered",
    era: "legacy",
    over: ["era_contradicted"],
    script: `
${CALL}
> {"id":2,"method":"tools/list"}
< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}}`,
    run: async (scene) => {
      const asked = scene.ask();
      const other = scene.ask({}, "tools/list");
      await scene.ends(asked, { type: "response", response: { error: { code: -32022 } } });
      await scene.ends(other, { type: "closed", reason: { type: "era_contradicted" } });
    },
  },
  {
    name: "An era is settled once",
    era: "modern",
    script: "",
    run: async ({ connection }) => {
      let thrown: unknown;
      try {
        connection.settle({ era: "legacy", revision: "2025-11-25" });
      } catch (error) {
        thrown = error;
      }
      const code = thrown instanceof Error && "code" in thrown ? thrown.code : thrown;
      wants(code, "already_settled", "what a second settle() throws");
    },
  },
  {
    name: "A tap sees the frames of both directions, without their line ends",
    era: "modern",
    script: [CALL, DONE].join("\n"),
    run: async (scene) => {
      const asked = scene.ask();
      await scene.ends(asked, { type: "response" });
      const { id } = asked.request;
      const received = JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete" } });
      wants(
        scene.taps,
        [
          { direction: "sent", text: JSON.stringify(asked.request), at: 0 },
          { direction: "received", text: received, at: 0 },
        ],
        "the frames",
      );
    },
  },
];
