import {
  type ContractSubject,
  contractLeftOut,
  type ReplyForm,
  scriptedHttpServer,
  transportContract,
} from "@x/testkit";
import { describe, expect, test, vi } from "vitest";
import { httpTransport } from "../src/index.node.js";
import { BACK_END_NAMES, BACK_ENDS, type BackEndName } from "./back-ends.js";

const maxMessageBytes = 10_000;

/** Endpoints of a back end's peers, whose replies have this form. */
function subject(name: BackEndName, replies: ReplyForm): ContractSubject {
  return {
    carrier: "streams",
    maxFrameBytes: maxMessageBytes,
    open: async (script, era) => {
      const style = era === "legacy" ? "legacy" : "modern";
      const server = await scriptedHttpServer(script, { style, replies });
      const send = BACK_ENDS[name]();
      return {
        transport: httpTransport({ url: server.url, send, maxMessageBytes }),
        left: async () => {
          await vi.waitFor(
            () => {
              const open = server.requests.filter(({ reply }) => reply === "open");
              expect(open, "replies that nobody has ended").toEqual([]);
            },
            { interval: 2 },
          );
          return [...server.deviations, ...server.undelivered];
        },
        cleanup: async () => {
          send.close?.();
          await server.close();
        },
      };
    },
  };
}

for (const name of BACK_END_NAMES) {
  describe.each(["sse", "json"] as const)(
    `a transport over ${name} whose replies are %s`,
    (form) => {
      for (const { name: sentence, run } of transportContract(subject(name, form))) {
        test(sentence, run);
      }
    },
  );
}

test("nothing of the contract is left out but what only a duplex can do, and openings that fail", () => {
  const left = contractLeftOut(subject("node:http", "sse"));
  expect(left.map(({ name }) => name)).toEqual([
    "An opening that fails is a value that says in which phase, and why",
    "Until the peer's first sign of life the start limit runs, and then the total one from its beginning",
    "The start limit runs out on a peer that never gives a sign of life",
    "What comes for a cancelled exchange is late, and no fault",
    "Notifications go to the exchange they belong to, the rest to the connection",
    "The end of the peer settles all that is pending, with the reason of the connection",
    "What the peer said before its end is heard",
    "A frame over the limit that answers no known call ends the connection",
  ]);
});
