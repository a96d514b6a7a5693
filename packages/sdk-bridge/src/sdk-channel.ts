import {
  type Channel,
  type CloseReason,
  type Fault,
  type Multiplexed,
  type MultiplexOptions,
  multiplex,
} from "@x/connection";
import {
  decodeFrame,
  type Incoming,
  type InvalidCode,
  type Message,
  type RequestId,
} from "@x/wire";
import type { SdkCall } from "./sdk-call.js";
import type { SdkTransportLike } from "./sdk-transport-like.js";
import { messageOf, sendFailure, unusableFrame } from "./send-failure.js";

/**
 * An official transport, not started yet, as the channel under a multiplexer.
 *
 * It hands out parsed messages. They are written as JSON and read again, so that they pass the same
 * strict classification as any frame, taps see the text of what is handed on, and no object is shared
 * with a server in the same process.
 */
export class SdkChannel implements Channel {
  readonly multiplexed: Multiplexed;
  /** The requests that are under way. */
  readonly calls: Map<RequestId, SdkCall> = new Map();
  /** Told where the notification that is sent meanwhile cannot be delivered. */
  onUndelivered: ((cause: unknown) => void) | undefined;
  readonly #sdk: SdkTransportLike;
  #lastFault: Fault | undefined;
  /** What the official transport reported last, where nothing has come since. */
  #reported: { readonly error: Error; readonly fault: Fault | undefined } | undefined;

  constructor(sdk: SdkTransportLike, options: MultiplexOptions) {
    this.#sdk = sdk;
    this.multiplexed = multiplex(this, options);
    this.multiplexed.connection.on({
      fault: (fault) => {
        this.#lastFault = fault;
      },
    });
    const { onmessage, onerror, onclose } = sdk;
    sdk.onmessage = (message: unknown, extra?: never) => {
      onmessage?.(message as never, extra);
      this.#reported = undefined;
      this.#receive(frameOf(message));
    };
    sdk.onerror = (error) => {
      onerror?.(error);
      const code = unusableFrame(error);
      const fault = code === undefined ? undefined : this.#unusable(code, messageOf(error));
      this.#reported = { error, fault };
    };
    sdk.onclose = () => {
      onclose?.();
      this.multiplexed.ended(endReason(this.#reported?.error));
    };
  }

  send(frame: string, done?: (sent: boolean, problem?: string) => void): void {
    // A copy: a server in the same process must not share the caller's objects.
    const message: Message = JSON.parse(frame);
    const call = "method" in message && "id" in message ? this.calls.get(message.id) : undefined;
    if (call !== undefined) call.sent = true;
    const onUndelivered = this.onUndelivered;
    this.#hand(message, call?.sendOptions).then(
      () => done?.(true),
      (cause: unknown) => {
        if (call === undefined) onUndelivered?.(cause);
        else this.#failed(call, cause);
        done?.(false, messageOf(cause));
      },
    );
  }

  async close(): Promise<CloseReason> {
    try {
      await this.#sdk.close();
      return { type: "local", message: "This side closed the connection." };
    } catch (cause) {
      const message = `The official transport could not be closed (${messageOf(cause)}).`;
      return { type: "failed", message, cause };
    }
  }

  /** Where the official transport throws at once, this rejects. */
  async #hand(message: Message, options: object | undefined): Promise<void> {
    await this.#sdk.send(message, options);
  }

  #failed(call: SdkCall, cause: unknown): void {
    const failure = sendFailure(cause);
    switch (failure.type) {
      case "unreachable":
        call.end(failure);
        return;
      case "http_status": {
        const body = decodeFrame(failure.body);
        // The JSON-RPC answer counts, whatever the status it came with.
        if (body?.type === "response" && body.message.id === call.id) this.#receive(body);
        else call.end(failure);
        return;
      }
      case "unusable": {
        // Most official transports report the error of a send by `onerror` too, and first.
        const reported = this.#reported?.error === cause ? this.#reported?.fault : undefined;
        const fault = reported ?? this.#unusable(failure.code, failure.detail);
        if (fault !== undefined) call.end({ type: "malformed", fault });
        return;
      }
    }
  }

  #unusable(code: InvalidCode, detail: string): Fault | undefined {
    this.#receive({ type: "invalid", code, detail, text: "" });
    return this.#lastFault;
  }

  #receive(incoming: Incoming | undefined): void {
    try {
      this.multiplexed.received(incoming === undefined ? [] : [incoming]);
    } catch (error) {
      // A listener of the host threw. The official transport would take that for an error of its own.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** What a parsed message is as a frame; a value that JSON cannot say is no message. */
function frameOf(message: unknown): Incoming | undefined {
  try {
    return decodeFrame(JSON.stringify(message) ?? String(message));
  } catch (error) {
    const detail = `The value cannot be written as JSON: ${messageOf(error)}`;
    return { type: "invalid", code: "not_json", detail, text: "" };
  }
}

function endReason(cause: Error | undefined): CloseReason {
  return cause === undefined
    ? { type: "ended", message: "The official transport ended the connection." }
    : {
        type: "failed",
        message: `The official transport ended the connection after an error (${messageOf(cause)}).`,
        cause,
      };
}
