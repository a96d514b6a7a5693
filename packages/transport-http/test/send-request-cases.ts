import { expect } from "vitest";
import { ask, SECRET } from "./send-ask.js";
import type { SendCase } from "./send-contract.js";
import { answering, httpServer, rawServer } from "./send-servers.js";

const EMPTY = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

/** How a request looks on the wire. */
export const requestCases: readonly SendCase[] = [
  {
    name: "The body goes out in UTF-8 with its length in bytes, the headers as they were given",
    run: async (send) => {
      const body = '{"text":"é😀"}';
      let received = "";
      const server = await rawServer((socket, soFar) => {
        received = soFar;
        if (received.endsWith(body)) socket.write(EMPTY);
      });
      const headers = {
        accept: "text/event-stream",
        "mcp-name": "=?base64?w7w=?=",
        "x-spaces": "a  b",
      };
      const asked = ask(send, server.url, { headers, body });
      await asked.over();
      const [head = "", rest] = received.split("\r\n\r\n");
      const [first, ...lines] = head.split("\r\n");
      expect(first).toBe(`POST /mcp?key=${SECRET} HTTP/1.1`);
      for (const [name, value] of Object.entries(headers))
        expect(lines).toContain(`${name}: ${value}`);
      expect(lines).toContain(`host: ${server.place}`);
      expect(lines).toContain(`content-length: ${Buffer.byteLength(body)}`);
      expect(head).not.toMatch(
        /^(?:expect|transfer-encoding|cookie|authorization|referer|origin):/im,
      );
      expect(rest).toBe(body);
    },
  },
  {
    name: "No compression is asked for, and nothing is told about who asks",
    owned: true,
    run: async (send) => {
      const names: string[] = [];
      const server = await httpServer((request, response) => {
        names.push(...Object.keys(request.headers));
        response.end();
      });
      await ask(send, server.url, { headers: { accept: "*/*" } }).over();
      expect(names.sort()).toEqual(["accept", "connection", "content-length", "host"]);
    },
  },
  {
    name: "A request without a body has no length, and a POST the length 0",
    run: async (send) => {
      const seen: unknown[] = [];
      const server = await httpServer(({ method, headers }, response) => {
        seen.push([method, headers["content-length"], headers["transfer-encoding"]]);
        response.end();
      });
      await ask(send, server.url, { method: "GET" }).over();
      await ask(send, server.url, { method: "DELETE" }).over();
      await ask(send, server.url, { body: "" }).over();
      expect(seen).toEqual([
        ["GET", undefined, undefined],
        ["DELETE", undefined, undefined],
        ["POST", "0", undefined],
      ]);
    },
  },
  {
    name: "A body of 4 MiB arrives whole",
    run: async (send) => {
      const server = await httpServer((request, response) => {
        let size = 0;
        request.on("data", (chunk: Buffer) => {
          size += chunk.length;
        });
        request.on("end", () => response.end(String(size)));
      });
      const asked = ask(send, server.url, { body: "é".repeat(2 << 20) });
      await asked.over();
      expect(asked.text()).toBe(String(4 << 20));
    },
  },
  {
    name: "User and password of a URL are not sent",
    run: async (send) => {
      let authorization: string | undefined = "none came";
      const server = await httpServer(({ headers }, response) => {
        authorization = headers.authorization;
        response.end();
      });
      const url = server.url.replace("http://", `http://user:${SECRET}@`);
      await ask(send, url, { headers: {} }).over();
      expect(authorization).toBeUndefined();
    },
  },
  {
    name: "No cookie of a reply comes back with the next request",
    run: async (send) => {
      const cookies: unknown[] = [];
      const server = await httpServer(({ headers }, response) => {
        cookies.push(headers.cookie);
        response.writeHead(200, { "set-cookie": "a=1" }).end();
      });
      await ask(send, server.url).over();
      await ask(send, server.url).over();
      expect(cookies).toEqual([undefined, undefined]);
    },
  },
  {
    name: "A redirect is handed on, not followed",
    run: async (send) => {
      const paths: unknown[] = [];
      const server = await httpServer(({ url }, response) => {
        paths.push(url);
        response.writeHead(307, { location: "/elsewhere" }).end();
      });
      const asked = ask(send, server.url);
      await asked.over();
      expect([asked.status, asked.header("location")]).toEqual([307, "/elsewhere"]);
      expect(paths).toEqual([`/mcp?key=${SECRET}`]);
    },
  },
  {
    name: "A reply that comes before the request is read is heard",
    run: async (send) => {
      const server = await answering(EMPTY);
      const asked = ask(send, server.url, { body: "x".repeat(100) });
      await asked.over();
      expect(asked.heard).toEqual(["head", "end"]);
    },
  },
];
