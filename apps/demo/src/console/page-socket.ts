import type { RawData, WebSocket } from "ws";
import { readCommand } from "./command-schema.js";
import { ConsoleError, failureOf } from "./console-error.js";
import type { ConsoleHost } from "./console-host.js";
import { Outbox } from "./outbox.js";
import { perform } from "./perform.js";
import type { Command } from "./protocol.js";
import { Rate } from "./rate.js";

/** What one page may send. */
export const SOCKET_LIMITS = {
  /** Bytes of one message; a longer one closes the socket with code 1009. */
  messageBytes: 65_536,
  rate: { burst: 60, perSecond: 20 },
  /** A message that is no command counts as so many. */
  garbage: 6,
  /** Commands that are not answered yet. */
  running: 32,
} as const;

/** Why the host closes a socket. */
export const CLOSE_CODES = {
  binary: 1003,
  tooMuch: 1008,
  ended: 1001,
  tooSlow: 4000,
} as const;

/** How long a page may take to agree to the end, in milliseconds. */
const CLOSE_MS = 1000;

/** A command that is not answered yet. */
interface Running {
  readonly controller: AbortController;
  readonly isCall: boolean;
}

/** Serves one page until its socket is closed; then its calls are cancelled. */
export function servePage(socket: WebSocket, host: ConsoleHost): void {
  const rate = new Rate(SOCKET_LIMITS.rate, () => performance.now());
  const running = new Map<number, Running>();
  const close = (code: number, reason: string): void => closeSocket(socket, code, reason);
  const outbox = new Outbox(
    socket,
    () => host.snapshot(),
    () => close(CLOSE_CODES.tooSlow, "too many answers were not read"),
  );

  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) {
      close(CLOSE_CODES.binary, "commands are text");
      return;
    }
    const read = readCommand(data.toString());
    if (!rate.take(read.type === "refused" ? SOCKET_LIMITS.garbage : 1)) {
      close(CLOSE_CODES.tooMuch, "too many messages");
    } else if (read.type === "command") {
      void run(read.command);
    } else if (read.id === undefined || running.has(read.id)) {
      outbox.answer({ type: "refused", message: read.message });
    } else {
      fail(read.id, new ConsoleError(read.message, { code: "not_a_command" }));
    }
  });
  // A socket that breaks is closed too; a message over the limit comes as an error before that.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    off();
    outbox.close();
    for (const { controller } of running.values()) controller.abort();
  });
  const off = host.on(outbox);
  outbox.changed();
  for (const event of host.recentEvents) outbox.event(event);
  for (const frame of host.recentFrames) outbox.frame(frame);

  async function run({ id, ...ask }: Command): Promise<void> {
    if (running.has(id)) {
      outbox.answer({ type: "refused", message: `The command ${id} is not answered yet.` });
      return;
    }
    if (running.size >= SOCKET_LIMITS.running) {
      const message = `${running.size} commands are not answered yet.`;
      fail(id, new ConsoleError(message, { code: "too_many_commands" }));
      return;
    }
    const controller = new AbortController();
    running.set(id, { controller, isCall: ask.type === "call" });
    try {
      const result = await perform(host, ask, {
        signal: controller.signal,
        onProgress: (progress) => outbox.progress({ type: "progress", id, ...progress }),
        cancel: (call) => cancel(call),
      });
      outbox.answer({ type: "answer", id, ok: true, result });
    } catch (error) {
      fail(id, error);
    } finally {
      running.delete(id);
    }
  }

  function fail(id: number, error: unknown): void {
    outbox.answer({ type: "answer", id, ok: false, ...failureOf(error) });
  }

  function cancel(call: number): void {
    const found = running.get(call);
    if (found?.isCall !== true) {
      throw new ConsoleError(`No call ${call} is running.`, { code: "no_such_call" });
    }
    found.controller.abort();
  }
}

/** Ends a socket with a code, whether or not the page agrees to it. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  const force = setTimeout(() => socket.terminate(), CLOSE_MS);
  socket.once("close", () => clearTimeout(force));
}
