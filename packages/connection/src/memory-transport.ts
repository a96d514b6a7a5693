import { decodeFrame, encode, type Message } from "@x/wire";
import type { CloseReason } from "./close-reason.js";
import { type MultiplexOptions, multiplex } from "./multiplex.js";
import type { OpenFailure, Transport } from "./transport.js";

/** The server's end of one in-memory connection. */
export interface MemoryPeer {
  /** Called with each frame that the client sends, without its line end, in order. */
  onFrame(handler: (text: string) => void): void;
  /** Called once, when the client closes its end. */
  onClose(handler: () => void): void;
  /** Sends frames, which arrive in one piece: messages, or any text as it is (without a line end). */
  send(...frames: readonly (string | Message)[]): void;
  /** Tells the client that it may have missed some of what was said unasked. */
  gap(): void;
  /** Lets the client doubt that this end is still there. */
  doubt(why: string): void;
  /** Ends the connection from the server's side. Default reason: `ended`. */
  end(reason?: CloseReason): void;
}

/** Bounds of the connections, and the name in the binding (default `memory`). */
export interface MemoryTransportOptions extends Omit<MultiplexOptions, "clock"> {
  readonly name?: string;
}

/**
 * A transport to a server in the same process, for tests and for servers that are embedded.
 *
 * Every `open` calls `serve` with a new end; what `serve` returns, if anything, is why opening failed.
 * Frames cross as text, in order, each in a later microtask than it was sent.
 */
export function memoryTransport(
  serve: ((peer: MemoryPeer) => void) | ((peer: MemoryPeer) => OpenFailure | undefined),
  options: MemoryTransportOptions = {},
): Transport {
  const { name = "memory", ...bounds } = options;
  return {
    binding: { type: "memory", name },
    open: async ({ clock, signal }) => {
      if (signal?.aborted) {
        return {
          type: "open_failure",
          phase: "aborted",
          code: "ABORT_ERR",
          message: `Opening ${name} was aborted.`,
        };
      }
      let onFrame: ((text: string) => void) | undefined;
      let onClose: (() => void) | undefined;
      const unread: string[] = [];
      const mux = multiplex(
        {
          send: (frame, done) => {
            later(() => {
              const text = frame.slice(0, -1);
              if (onFrame === undefined) unread.push(text);
              else onFrame(text);
              done?.(true);
            });
          },
          close: async () => {
            onClose?.();
            return { type: "local", message: `This side closed the connection to ${name}.` };
          },
        },
        { ...bounds, clock },
      );
      const failure = serve({
        onFrame: (handler) => {
          onFrame = handler;
          for (const text of unread.splice(0)) handler(text);
        },
        onClose: (handler) => {
          onClose = handler;
        },
        send: (...frames) => {
          const texts = frames.map((frame) =>
            typeof frame === "string" ? frame : encode(frame).slice(0, -1),
          );
          later(() => mux.received(texts.flatMap((text) => decodeFrame(text) ?? [])));
        },
        gap: () => later(() => mux.gap()),
        doubt: (why) => later(() => mux.doubt(why)),
        end: (reason = { type: "ended", message: `${name} ended the connection.` }) => {
          later(() => mux.ended(reason));
        },
      });
      return typeof failure === "object" ? failure : mux.connection;
    },
  };
}

function later(f: () => void): void {
  void Promise.resolve().then(f);
}
