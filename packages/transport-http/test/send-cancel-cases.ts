import { expect } from "vitest";
import { ask } from "./send-ask.js";
import type { SendCase } from "./send-contract.js";
import { httpServer, turn } from "./send-servers.js";

/** What cancelling ends, and what it leaves alone. */
export const cancelCases: readonly SendCase[] = [
  {
    name: "Cancelling before there is a reply ends the exchange on the network",
    run: async (send) => {
      let came = () => {};
      const request = new Promise<void>((resolve) => {
        came = resolve;
      });
      const server = await httpServer(() => came());
      const asked = ask(send, server.url);
      await request;
      asked.cancel();
      asked.cancel();
      await server.idle();
      expect(asked.heard).toEqual([]);
    },
  },
  ...(["head", "chunk"] as const).map(
    (cancelAt): SendCase => ({
      name: `H6: cancelling at the ${cancelAt} ends a body without end, and nothing more is heard`,
      run: async (send) => {
        const server = await httpServer((_, response) => {
          const more = () => {
            while (response.write("x".repeat(10_000)));
          };
          response.on("drain", more);
          more();
        });
        const asked = ask(send, server.url, { cancelAt });
        await asked.until(cancelAt);
        await server.idle();
        expect(asked.heard).toEqual(cancelAt === "head" ? ["head"] : ["head", "chunk"]);
      },
    }),
  ),
  {
    name: "What is cancelled at once is not heard of, and the next request is not held up",
    run: async (send) => {
      const server = await httpServer((_, response) => response.end("ok"));
      const asked = ask(send, server.url);
      asked.cancel();
      const next = ask(send, server.url);
      await next.over();
      expect([asked.heard, next.text()]).toEqual([[], "ok"]);
    },
  },
  {
    name: "What fails after it was cancelled is not heard of",
    run: async (send) => {
      const server = await httpServer((_, response) => response.end("ok"));
      const refused = ask(send, "http://127.0.0.1:1/");
      const wrong = ask(send, server.url, { headers: { "x-line": "a\r\nb" } });
      refused.cancel();
      wrong.cancel();
      await ask(send, server.url).over();
      expect([refused.heard, wrong.heard]).toEqual([[], []]);
    },
  },
  {
    name: "Cancelling what is over leaves its connection to the next request",
    run: async (send) => {
      const server = await httpServer((_, response) => response.end("ok"));
      const asked = ask(send, server.url);
      await asked.over();
      asked.cancel();
      await turn();
      await ask(send, server.url).over();
      expect(server.connections()).toBe(1);
    },
  },
];
