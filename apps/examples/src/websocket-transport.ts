import { constants } from "node:buffer";
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
import {
  aborted,
  CLOSED,
  DEFAULT_MAX_QUEUED_BYTES,
  endOf,
  refused,
  unread,
} from "./how-it-ends.ts";

/** An endpoint, and the bounds of a connection to it. */
export interface WebSocketOptions extends Omit<MultiplexOptions, "clock"> {
  /** `wss`, or `ws` on this machine. */
  readonly url: string;
  /** Goes with the request that opens a connection, such as `authorization`. */
  readonly headers?: NonNullable<ClientOptions["headers"]>;
  /** The most bytes that one message may have. Default 64 MiB. */
  readonly maxMessageBytes?: number;
  /** The most bytes that wait for a server to read; one frame more ends the connection. Default 256 MiB. */
  readonly maxQueuedBytes?: number;
  /** How long a server may take to open its side, in milliseconds. Default 30,000. */
  readonly openMs?: number;
}

/** How long a server may take to end its side, in milliseconds of this machine. */
const FAREWELL_MS = 1000;

/** Bytes over the limit up to which a message fails one call; one that is larger ends the connection. */
const READ_BEYOND = 1024 * 1024;

/**
 * MCP over a WebSocket, a message of the one in each message of the other.
 *
 * Each opening is a connection of its own. WebSocket cuts the stream into messages, so there is nothing to
 * decode but each of them.
 */
export function webSocketTransport(options: WebSocketOptions): Transport {
  const {
    url,
    headers,
    maxMessageBytes = DEFAULT_MAX_FRAME_BYTES,
    maxQueuedBytes = DEFAULT_MAX_QUEUED_BYTES,
    openMs = 30_000,
    ...bounds
  } = options;
  return {
    binding: { type: "custom", name: url },
    open: async ({ clock, signal }) => {
      if (signal?.aborted) return aborted(url);
      const socket = new WebSocket(url, {
        ...(headers !== undefined && { headers }),
        // No text can be longer than that.
        maxPayload: Math.min(maxMessageBytes + READ_BEYOND, constants.MAX_STRING_LENGTH),
        handshakeTimeout: openMs,
        perMessageDeflate: false,
      });
      // Before anything can come: a server may speak first.
      let problem: Error | undefined;
      const channel = new WebSocketChannel(socket, maxQueuedBytes, (cause) => {
        problem = cause;
      });
      const mux = multiplex(channel, { ...bounds, clock });
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
  readonly #maxQueuedBytes: number;
  readonly #onBroken: (cause: Error) => void;

  constructor(socket: WebSocket, maxQueuedBytes: number, onBroken: (cause: Error) => void) {
    this.#socket = socket;
    this.#maxQueuedBytes = maxQueuedBytes;
    this.#onBroken = onBroken;
  }

  send(frame: string, done?: (sent: boolean) => void): void {
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount + frame.length > this.#maxQueuedBytes) {
      this.#onBroken(unread(bufferedAmount));
      this.#socket.terminate();
    }
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
