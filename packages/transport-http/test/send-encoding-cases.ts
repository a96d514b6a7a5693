import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { expect } from "vitest";
import { ask } from "./send-ask.js";
import type { SendCase } from "./send-contract.js";
import { httpServer } from "./send-servers.js";

const ENCODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Replies that are compressed although nobody asked for it. */
export const encodingCases: readonly SendCase[] = [
  ...Object.entries(ENCODINGS).map(
    ([encoding, compress]): SendCase => ({
      name: `A reply in ${encoding} is decoded`,
      run: async (send) => {
        const text = "é😀".repeat(50_000);
        const server = await httpServer((_, response) => {
          response.writeHead(200, { "content-encoding": encoding }).end(compress(text));
        });
        const asked = ask(send, server.url);
        await asked.over();
        expect(asked.failure).toBeUndefined();
        expect(asked.text() === text).toBe(true);
        expect(asked.heard.at(-1)).toBe("end");
      },
    }),
  ),
  {
    name: "An event in a compressed stream comes when it is sent",
    run: async (send) => {
      const gzip = createGzip();
      const server = await httpServer((_, response) => {
        gzip.pipe(response.writeHead(200, { "content-encoding": "gzip" }));
        gzip.write("data: 1\n\n");
        gzip.flush();
      });
      const asked = ask(send, server.url);
      await asked.until("chunk");
      expect(asked.text()).toBe("data: 1\n\n");
      gzip.end("data: 2\n\n");
      await asked.over();
      expect(asked.text()).toBe("data: 1\n\ndata: 2\n\n");
    },
  },
  {
    name: "A reply that is said to be compressed and has no body is empty",
    owned: true,
    run: async (send) => {
      const server = await httpServer((_, response) => {
        response.writeHead(202, { "content-encoding": "gzip" }).end();
      });
      const asked = ask(send, server.url);
      await asked.over();
      expect(asked.heard).toEqual(["head", "end"]);
    },
  },
  {
    name: "A reply that is not what its encoding says breaks off",
    run: async (send) => {
      const server = await httpServer((_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).end("this is plain text");
      });
      const asked = ask(send, server.url);
      await asked.over();
      expect(asked.heard).toEqual(["head", "fail"]);
      expect(asked.failure).toMatchObject({ phase: "exchange", code: "Z_DATA_ERROR" });
    },
  },
  {
    name: "A compressed reply that is cut off breaks off",
    owned: true,
    run: async (send) => {
      const server = await httpServer((_, response) => {
        const whole = gzipSync("0123456789".repeat(100));
        response.writeHead(200, { "content-encoding": "gzip" }).end(whole.subarray(0, -12));
      });
      const asked = ask(send, server.url);
      await asked.over();
      expect(asked.heard.at(-1)).toBe("fail");
      expect(asked.failure).toMatchObject({ phase: "exchange", code: "Z_BUF_ERROR" });
    },
  },
  {
    name: "A reply in an encoding that is not known says so",
    owned: true,
    run: async (send) => {
      const server = await httpServer((_, response) => {
        response.writeHead(200, { "content-encoding": "compress" }).write("…");
      });
      const asked = ask(send, server.url);
      await asked.over();
      expect(asked.heard).toEqual(["head", "fail"]);
      expect(asked.failure).toMatchObject({ phase: "exchange", code: "UNKNOWN_CONTENT_ENCODING" });
      expect(asked.failure?.message).toContain(server.place);
      await server.idle();
    },
  },
  {
    name: "H6: what unpacks to more than is wanted stops when it is cancelled",
    run: async (send) => {
      const bomb = gzipSync(Buffer.alloc(16 << 20));
      const server = await httpServer((_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
      });
      const asked = ask(send, server.url, { cancelAt: "chunk" });
      await asked.until("chunk");
      await ask(send, server.url, { cancelAt: "chunk" }).until("chunk");
      expect(asked.heard).toEqual(["head", "chunk"]);
      expect(asked.chunks[0]?.length).toBeLessThanOrEqual(64 << 10);
    },
  },
];
