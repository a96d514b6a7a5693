import { expect } from "vitest";
import { type Asked, ask, SECRET } from "./send-ask.js";
import type { SendCase } from "./send-contract.js";
import { answering, closedPort, httpServer, rawServer, tlsServer } from "./send-servers.js";

const BEGUN = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc";

/** What is told of an exchange that does not come to its end. */
export const failureCases: readonly SendCase[] = [
  {
    name: "A port at which nothing listens is a failure to connect",
    run: async (send) => {
      const port = await closedPort();
      const asked = ask(send, `http://127.0.0.1:${port}/`);
      await asked.over();
      expectFailure(asked, "connect", /^ECONNREFUSED$/, `Nothing listens at 127.0.0.1:${port}.`);
    },
  },
  {
    name: "A name that is not known is a failure to connect",
    run: async (send) => {
      const asked = ask(send, "http://host.invalid/");
      await asked.over();
      expectFailure(asked, "connect", /^(?:ENOTFOUND|EAI_AGAIN)$/, "The name host.invalid");
    },
  },
  {
    name: "A certificate that nobody vouches for is a failure of TLS, with the remedy",
    run: async (send) => {
      const server = await tlsServer((_, response) => response.end());
      const asked = ask(send, server.url);
      await asked.over();
      expectFailure(asked, "tls", /^DEPTH_ZERO_SELF_SIGNED_CERT$/, server.place);
      expect(asked.failure?.message).toContain("NODE_EXTRA_CA_CERTS");
    },
  },
  {
    name: "TLS to a server without it is a failure of TLS, with the remedy",
    run: async (send) => {
      const server = await httpServer((_, response) => response.end());
      const asked = ask(send, server.url.replace("http:", "https:"));
      await asked.over();
      expectFailure(asked, "tls", /^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)$/, server.place);
      expect(asked.failure?.message).toContain("http://");
    },
  },
  {
    name: "No TLS to a server that wants it is a failure of the exchange, with the remedy",
    run: async (send) => {
      const server = await tlsServer((_, response) => response.end());
      const asked = ask(send, server.url.replace("https:", "http:"));
      await asked.over();
      expectFailure(asked, "exchange", /^(?:ECONNRESET|UND_ERR_SOCKET)$/, server.place);
      expect(asked.failure?.message).toContain("https://");
    },
  },
  ...(["end", "resetAndDestroy"] as const).flatMap(broken),
  {
    name: "What is not HTTP is a failure of the exchange",
    run: async (send) => {
      const server = await answering("SSH-2.0-OpenSSH_9.9\r\n");
      const asked = ask(send, server.url);
      await asked.over();
      expectFailure(asked, "exchange", /^(?:HPE_INVALID_CONSTANT|HTTPParserError)$/, server.place);
      expect(asked.failure?.message).toContain("does not speak HTTP/1.1");
    },
  },
  {
    name: "A body that stops being HTTP is a failure of the exchange",
    run: async (send) => {
      const server = await answering(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
      );
      const asked = ask(send, server.url);
      await asked.over();
      expectFailure(
        asked,
        "exchange",
        /^(?:HPE_INVALID_CHUNK_SIZE|HTTPParserError)$/,
        server.place,
      );
    },
  },
  {
    name: "Headers without measure are a failure of the exchange, with the remedy",
    run: async (send) => {
      const server = await answering(`HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(70_000)}\r\n\r\n`);
      const asked = ask(send, server.url);
      await asked.over();
      expectFailure(asked, "exchange", /^(?:HPE|UND_ERR)_HEADERS?_OVERFLOW$/, server.place);
      expect(asked.failure?.message).toContain("--max-http-header-size");
    },
  },
  {
    name: "A switch of protocols that nobody asked for is a failure of the exchange",
    run: async (send) => {
      const server = await answering(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
      );
      const asked = ask(send, server.url);
      await asked.over();
      expectFailure(asked, "exchange", /^(?:ECONNRESET|UND_ERR_SOCKET)$/, server.place);
      expect(asked.heard).toEqual(["fail"]);
    },
  },
  {
    name: "A header that HTTP has no form for is refused before anything is sent",
    run: async (send) => {
      const server = await httpServer((_, response) => response.end());
      for (const value of [`${SECRET}\r\nx-more: 1`, `${SECRET}\u{1F600}`]) {
        const asked = ask(send, server.url, { headers: { "x-header": value } });
        await asked.over();
        expectFailure(asked, "connect", /^(?:ERR_INVALID_CHAR|UND_ERR_INVALID_ARG)$/, server.place);
        expect(asked.failure?.message).toContain("was not sent");
      }
      expect(server.connections()).toBe(0);
    },
  },
  {
    name: "What is no URL of HTTP is refused before anything is sent",
    run: async (send) => {
      for (const url of [`/mcp?key=${SECRET}`, `file:///${SECRET}`, `http://${SECRET}:99999/`]) {
        const asked = ask(send, url);
        await asked.over();
        expectFailure(asked, "connect", /^ERR_INVALID_URL$/, "http:// or https://");
      }
    },
  },
];

/** The ways in which a connection can break. */
function broken(how: "end" | "resetAndDestroy"): SendCase[] {
  return [
    {
      name: `A connection that ends without a reply (${how}) is a failure of the exchange`,
      run: async (send) => {
        const server = await rawServer((socket) => socket[how]());
        const asked = ask(send, server.url);
        await asked.over();
        expectFailure(asked, "exchange", /^(?:ECONNRESET|UND_ERR_SOCKET)$/, server.place);
        expect(asked.heard).toEqual(["fail"]);
      },
    },
    {
      name: `A connection that ends in the middle of a reply (${how}) is a failure of the exchange`,
      run: async (send) => {
        let end = () => {};
        const server = await answering(BEGUN, (socket) => {
          end = () => socket[how]();
        });
        const asked = ask(send, server.url);
        await asked.until("chunk");
        end();
        await asked.over();
        expectFailure(asked, "exchange", /^(?:ECONNRESET|UND_ERR_SOCKET)$/, server.place);
        expect(asked.heard).toEqual(["head", "chunk", "fail"]);
      },
    },
    {
      name: `A connection that ends while TLS is being set up (${how}) is a failure of TLS`,
      owned: true,
      run: async (send) => {
        const server = await rawServer((socket) => socket[how]());
        const asked = ask(send, server.url.replace("http:", "https:"));
        await asked.over();
        expectFailure(asked, "tls", /^ECONNRESET$/, server.place);
      },
    },
  ];
}

function expectFailure(asked: Asked, phase: string, code: RegExp, words: string): void {
  expect(asked.failure).toMatchObject({
    phase,
    code: expect.stringMatching(code),
    message: expect.stringContaining(words),
  });
}
