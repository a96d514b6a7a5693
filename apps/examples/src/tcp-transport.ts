import { once } from "node:events";
import { connect, type Socket } from "node:net";
import {
  type Channel,
  type CloseReason,
  type MultiplexOptions,
  multiplex,
  type Transport,
} from "@x/connection";
import { LineDecoder, type LineDecoderOptions } from "@x/wire";
import {
  aborted,
  CLOSED,
  DEFAULT_MAX_QUEUED_BYTES,
  endOf,
  refused,
  unread,
} from "./how-it-ends.ts";

/** Where a server listens, and the bounds of a connection to it. */
export interface TcpOptions extends LineDecoderOptions, Omit<MultiplexOptions, "clock"> {
  readonly host: string;
  readonly port: number;
  /** The most bytes that wait for a server to read; one frame more ends the connection. Default 256 MiB. */
  readonly maxQueuedBytes?: number;
}

/** How long a server may take to end its side, in milliseconds of this machine. */
const FAREWELL_MS = 1000;

/**
 * MCP over a TCP connection, a message a line, as over stdio. Nothing is encrypted: for this machine, or a
 * network that is trusted.
 *
 * Each opening is a connection of its own. Times, ids, cancellation and what is a fault are the
 * multiplexer's; what is here is how bytes come and go, and how it ends.
 */
export function tcpTransport(options: TcpOptions): Transport {
  const { host, port, maxQueuedBytes = DEFAULT_MAX_QUEUED_BYTES, ...bounds } = options;
  const name = `tcp://${host}:${port}`;
  return {
    binding: { type: "custom", name },
    open: async ({ clock, signal }) => {
      if (signal?.aborted) return aborted(name);
      const socket = connect({ host, port, noDelay: true });
      const abort = (): void => void socket.destroy(new Error("aborted"));
      signal?.addEventListener("abort", abort);
      try {
        await once(socket, "connect");
      } catch (cause) {
        return signal?.aborted ? aborted(name) : refused(name, cause);
      } finally {
        signal?.removeEventListener("abort", abort);
      }
      const mux = multiplex(new TcpChannel(socket, maxQueuedBytes), { ...bounds, clock });
      const decoder = new LineDecoder(bounds);
      let problem: Error | undefined;
      socket.on("data", (chunk: Uint8Array) => mux.received(decoder.push(chunk)));
      socket.on("end", () => mux.received(decoder.end()));
      socket.on("error", (cause) => {
        problem = cause;
      });
      // Always the last thing that is heard; after close() it changes nothing.
      socket.on("close", () => mux.ended(endOf(name, problem)));
      return mux.connection;
    },
  };
}

class TcpChannel implements Channel {
  readonly #socket: Socket;
  readonly #maxQueuedBytes: number;

  constructor(socket: Socket, maxQueuedBytes: number) {
    this.#socket = socket;
    this.#maxQueuedBytes = maxQueuedBytes;
  }

  send(frame: string, done?: (sent: boolean) => void): void {
    const { writableLength } = this.#socket;
    if (writableLength + frame.length > this.#maxQueuedBytes) {
      this.#socket.destroy(unread(writableLength));
    }
    // Also called where the socket is gone, then with an error.
    this.#socket.write(frame, (error) => done?.(!error));
  }

  async close(): Promise<CloseReason> {
    const socket = this.#socket;
    if (!socket.closed) {
      const gone = once(socket, "close").catch(() => {});
      const timer = setTimeout(() => socket.destroy(), FAREWELL_MS);
      // What was sent before goes out, and an answer that is on its way is still heard.
      socket.end();
      await gone;
      clearTimeout(timer);
    }
    return CLOSED;
  }
}
