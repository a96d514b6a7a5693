import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { ask } from "./send-ask.js";
import type { SendCase } from "./send-contract.js";
import { answering, certificate, httpServer, rawServer, tlsServer, turn } from "./send-servers.js";

/** Which connections are made, kept and closed. */
export const connectionCases: readonly SendCase[] = [
  {
    name: "A connection is kept for the next request",
    run: async (send) => {
      const server = await httpServer((_, response) => response.end("ok"));
      for (let count = 0; count < 3; count += 1) {
        await ask(send, server.url).over();
        await turn();
      }
      expect(server.connections()).toBe(1);
    },
  },
  {
    name: "64 requests are all under way at once",
    run: async (send) => {
      const waiting: ServerResponse[] = [];
      const server = await httpServer((_, response) => {
        waiting.push(response);
        if (waiting.length === 64) for (const one of waiting) one.end("ok");
      });
      const all = Array.from({ length: 64 }, () => ask(send, server.url));
      await Promise.all(all.map((asked) => asked.over()));
      expect(all.map((asked) => asked.text())).toEqual(Array(64).fill("ok"));
    },
  },
  {
    name: "A stream that stays open holds up no request beside it",
    run: async (send) => {
      const server = await httpServer(({ method }, response) => {
        if (method === "GET") response.writeHead(200).flushHeaders();
        else response.end("ok");
      });
      const stream = ask(send, server.url, { method: "GET" });
      await stream.until("head");
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.text(), stream.heard]).toEqual(["ok", ["head"]]);
      stream.cancel();
    },
  },
  {
    name: "close ends the connections that were kept",
    owned: true,
    run: async (send) => {
      const server = await httpServer((_, response) => response.end("ok"));
      await Promise.all([ask(send, server.url).over(), ask(send, server.url).over()]);
      send.close?.();
      await server.idle();
    },
  },
  {
    name: "close lets what is under way come to its end, and keeps no connection then",
    owned: true,
    run: async (send) => {
      let response: ServerResponse | undefined;
      const server = await httpServer((_, answer) => {
        response = answer.writeHead(200);
        answer.flushHeaders();
      });
      const asked = ask(send, server.url);
      await asked.until("head");
      send.close?.();
      response?.end("the end");
      await asked.over();
      expect(asked.text()).toBe("the end");
      await server.idle();
    },
  },
  {
    name: "After close, a request opens anew",
    owned: true,
    run: async (send) => {
      const server = await httpServer((_, response) => response.end("ok"));
      await ask(send, server.url).over();
      send.close?.();
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.text(), server.connections()]).toEqual(["ok", 2]);
    },
  },
  {
    name: "A server that keeps connections for a second only gets a new one each time",
    owned: true,
    run: async (send) => {
      const server = await answering(
        "HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n",
      );
      await ask(send, server.url).over();
      await server.idle();
      expect(server.connections()).toBe(1);
    },
  },
  {
    name: "A request that a kept connection loses is not sent again",
    run: async (send) => {
      let requests = 0;
      const server = await rawServer((socket, soFar) => {
        if (!soFar.endsWith("{}")) return;
        requests += 1;
        if (requests === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        else socket.destroy();
      });
      await ask(send, server.url, { headers: {}, body: "{}" }).over();
      await turn();
      const asked = ask(send, server.url, { headers: {}, body: "{}" });
      await asked.over();
      expect(asked.failure).toMatchObject({ phase: "exchange" });
      expect(asked.failure?.message).toContain(server.place);
      expect([requests, server.connections()]).toEqual([2, 1]);
    },
  },
  {
    name: "A server with a certificate of a trusted authority is asked over TLS",
    run: async (_, { trusting }) => {
      const server = await tlsServer((request, response) => response.end(request.headers.host));
      const send = trusting(certificate);
      const asked = [
        ask(send, server.url),
        ask(send, server.url.replace("127.0.0.1", "localhost")),
      ];
      for (const one of asked) await one.over();
      send.close?.();
      expect(asked.map((one) => one.failure)).toEqual([undefined, undefined]);
      expect(asked.map((one) => one.text())).toEqual([
        server.place,
        server.place.replace("127.0.0.1", "localhost"),
      ]);
    },
  },
];
