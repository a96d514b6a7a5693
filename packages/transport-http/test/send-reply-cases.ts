import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { ask } from "./send-ask.js";
import type { SendCase } from "./send-contract.js";
import { answering, httpServer } from "./send-servers.js";

/** How a reply comes in. */
export const replyCases: readonly SendCase[] = [
  {
    name: "Pieces of a reply come as they are sent, after its head and before its end",
    run: async (send) => {
      let response: ServerResponse | undefined;
      const server = await httpServer((_, answer) => {
        response = answer.writeHead(200, { "content-type": "text/event-stream" });
        response.flushHeaders();
      });
      const asked = ask(send, server.url);
      await asked.until("head");
      expect([asked.status, asked.header("content-type")]).toEqual([200, "text/event-stream"]);
      response?.write("one");
      await asked.until("chunk");
      expect(asked.text()).toBe("one");
      response?.end("two");
      await asked.over();
      expect(asked.heard).toEqual(["head", "chunk", "chunk", "end"]);
      expect(asked.text()).toBe("onetwo");
    },
  },
  {
    name: "A body of 32 MiB comes whole",
    run: async (send) => {
      const body = Buffer.alloc(32 << 20, "0123456789abcdefghijklmnopqrstuvwxyz");
      const server = await httpServer((_, response) => response.end(body));
      const asked = ask(send, server.url);
      await asked.over();
      expect(Buffer.concat(asked.chunks).equals(body)).toBe(true);
    },
  },
  {
    name: "A reply without a body has a head and an end",
    run: async (send) => {
      const server = await httpServer((_, response) => response.writeHead(204).end());
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.heard, asked.status]).toEqual([["head", "end"], 204]);
    },
  },
  {
    name: "An error's body comes like any other",
    run: async (send) => {
      const server = await httpServer((_, response) => response.writeHead(404).end("not here"));
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.status, asked.text()]).toEqual([404, "not here"]);
    },
  },
  {
    name: "A body that ends with its connection is whole",
    run: async (send) => {
      const server = await answering("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabc", (socket) =>
        socket.end(),
      );
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.text(), asked.heard.at(-1)]).toEqual(["abc", "end"]);
    },
  },
  {
    name: "Several headers of one name are joined, and one that is not there is undefined",
    run: async (send) => {
      const server = await answering(
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nwww-authenticate: Bearer a=b\r\n" +
          "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-One: 1\r\ncontent-length: 0\r\n\r\n",
      );
      const asked = ask(send, server.url);
      await asked.over();
      const header = (name: string) => asked.header(name);
      expect(header("www-authenticate")).toBe("Basic, Bearer a=b");
      expect(header("set-cookie")).toBe("a=1, b=2");
      expect(header("x-one")).toBe("1");
      expect(["x-two", "constructor", "__proto__"].map(header)).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  },
  {
    name: "What is said before a reply (103) is not the reply",
    run: async (send) => {
      const server = await answering(
        "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc",
      );
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.heard, asked.status]).toEqual([["head", "chunk", "end"], 200]);
      expect(asked.header("link")).toBeUndefined();
    },
  },
  {
    name: "More bytes than the length says are not part of the reply, and harm no other",
    run: async (send) => {
      const server = await answering("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdefghi");
      for (const asked of [ask(send, server.url), ask(send, server.url)]) {
        await asked.over();
        expect([asked.heard, asked.text()]).toEqual([["head", "chunk", "end"], "abc"]);
      }
    },
  },
];
