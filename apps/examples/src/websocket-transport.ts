import { once } from "node:events";
import {
  type Channel,
  type CloseReason,
  type MultiplexOptions,
  multiplex,
  type Transport,
} from "@x/connection";
import { DEFAULT_MAX_FRAME_BYTES, decodeFrame, excerpt, type Incoming, peekId } from "@x/wire";
import { type ClientOptions, WebSocket } from "ws";
import { aborted, CLOSED, endOf, refused } from "./how-it-ends.ts";

/** An endpoint, and the bounds of a connection to it. */
export interface WebSocketOptions extends Omit<MultiplexOptions, "clock"> {
  /** `wss`, or `ws` on this machine. */
  readonly url: string;
  /** Goes with the request that opens a connection, such as `authorization`. */
  readonly headers?: NonNullable<ClientOptions["headers"]>;
  /** The most bytes that one message may have. Default 64 MiB. */
  readonly maxMessageBytes?: number;
}

/** How long a server may take to end its side, in milliseconds of this machine. */
const FAREWELL_MS = 1000;

/** Up to here a message that is too large fails one call; one that is larger ends the connection. */
const READ_BEYOND = 8;

/**
 * MCP over a WebSocket, a message of the one in each message of the other.
 *
 * Each opening is a connection of its own. WebSocket cuts the stream into messages, so there is nothing to
 * decode but each of them.
 */
export function webSocketTransport(options: WebSocketOptions): Transport {
  const { url, headers, maxMessageBytes = DEFAULT_MAX_FRAME_BYTES, ...bounds } = options;
  return {
    binding: { type: "custom", name: url },
    open: async ({ clock, signal }) => {
      if (signal?.aborted) return aborted(url);
      const socket = new WebSocket(url, {
        ...(headers !== undefined && { headers }),
        maxPayload: maxMessageBytes * READ_BEYOND,
        perMessageDeflate: false,
      });
      // Before anything can come: a server may speak first.
      const mux = multiplex(new WebSocketChannel(socket), { ...bounds, clock });
      let problem: Error | undefined;
      socket.on("message", (bytes: Buffer) => mux.received(decoded(bytes, maxMessageBytes)));
      socket.on("error", (cause) => {
        problem = cause;
      });
      // Always the last thing that is heard; after close() it changes nothing.
      socket.on("close", () => mux.ended(endOf(url, problem)));
      const abort = (): void => socket.terminate();
      signal?.addEventListener("abort", abort);
      try {
        await once(socket, "open");
      } catch (cause) {
        return signal?.aborted ? aborted(url) : refused(url, cause);
      } finally {
        signal?.removeEventListener("abort", abort);
      }
      return mux.connection;
    },
  };
}

class WebSocketChannel implements Channel {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  send(frame: string, done?: (sent: boolean) => void): void {
    // A frame has a line end, which WebSocket has no use for.
    this.#socket.send(frame.slice(0, -1), (error) => done?.(!error));
  }

  async close(): Promise<CloseReason> {
    const socket = this.#socket;
    if (socket.readyState !== WebSocket.CLOSED) {
      const gone = once(socket, "close").catch(() => {});
      const timer = setTimeout(() => socket.terminate(), FAREWELL_MS);
      // What was sent before goes out, and an answer that is on its way is still heard.
      socket.close(1000);
      await gone;
      clearTimeout(timer);
    }
    return CLOSED;
  }
}

function decoded(bytes: Buffer, limitBytes: number): Incoming[] {
  const text = bytes.toString();
  if (bytes.length <= limitBytes) {
    const incoming = decodeFrame(text);
    return incoming === undefined ? [] : [incoming];
  }
  // Which call it answers, so that only that one fails.
  const id = peekId(text);
  const frame = { type: "too_large", limitBytes, sizeBytes: bytes.length } as const;
  return [{ ...frame, text: excerpt(text), ...(id !== undefined && { id }) }];
}
