import type { Writable } from "node:stream";
import type { HttpBehaviour } from "../received-request.js";
import { SSE_HEADERS } from "../sse-event.js";

const FILL = Buffer.alloc(64 * 1024, "x");
const HEADER = Buffer.from(`x-fill: ${"x".repeat(1000)}\r\n`);

/** Names of {@link SIZES}. */
export type SizeFault = "endless_body" | "endless_event" | "endless_refusal" | "endless_headers";

/** Replies that never stop, as fast as they are read. */
export const SIZES: { readonly [Name in SizeFault]: HttpBehaviour } = {
  endless_body: (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"fill":"');
    pump(response, FILL);
  },
  endless_event: (_request, response) => {
    response.writeHead(200, SSE_HEADERS).write("data: ");
    pump(response, FILL);
  },
  endless_refusal: (_request, response) => {
    response.writeHead(500, { "content-type": "text/plain" });
    pump(response, FILL);
  },
  endless_headers: (_request, { socket }) => {
    socket?.write("HTTP/1.1 200 OK\r\n");
    if (socket) pump(socket, HEADER);
  },
};

function pump(target: Writable, piece: Buffer): void {
  target.write(piece, (error) => {
    if (!error && !target.destroyed) setImmediate(() => pump(target, piece));
  });
}
