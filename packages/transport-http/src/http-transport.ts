import { type MultiplexOptions, multiplex, type Transport } from "@x/connection";
import { DEFAULT_MAX_FRAME_BYTES } from "@x/wire";
import { Authorization, type Authorize } from "./authorization.js";
import { checkedEndpoint, shownUrl } from "./endpoint.js";
import { HttpChannel } from "./http-channel.js";
import { HttpTransportError } from "./http-transport-error.js";
import type { Headers } from "./message-headers.js";
import { checkedHeaders } from "./operator-headers.js";
import type { Send } from "./send.js";

/** An endpoint, and how it is spoken to. Bounds are those of each connection. */
export interface HttpTransportOptions extends Omit<MultiplexOptions, "clock"> {
  /** `https`, or `http` on this machine. No credentials in it: they belong into `headers`. */
  readonly url: string;
  /** The operator's own headers, on every request to the endpoint's origin and on no other. */
  readonly headers?: Headers;
  /** Called where the endpoint answers 401 or 403; without it, that is the outcome. */
  readonly authorize?: Authorize;
  /** Lets `http` leave this machine, where anybody on the way can read and change what is said. */
  readonly allowInsecure?: boolean;
  /**
   * Whether a legacy server is asked for a stream of its own, where it or this side declared anything
   * that could come on it. Default `true`.
   */
  readonly listen?: boolean;
  /** The most bytes of one message, in a body or in an event. Default 67,108,864 (64 MiB). */
  readonly maxMessageBytes?: number;
  /** What carries the requests; it stays the caller's. Default: that of the platform. */
  readonly send?: Send;
}

/** A transport to a server behind a URL, of any revision, over one platform's way to send. */
export function transportOver(platformSend: () => Send, options: HttpTransportOptions): Transport {
  const { headers = {}, authorize, listen = true, send, maxPending, inputMs } = options;
  const { allowInsecure = false, maxMessageBytes: maxBytes = DEFAULT_MAX_FRAME_BYTES } = options;
  const url = checkedEndpoint(options.url, { allowInsecure });
  checkMaxMessageBytes(maxBytes);
  const authorization = new Authorization({ url, operator: checkedHeaders(headers), authorize });
  return {
    binding: { type: "http", url },
    authorization: () => authorization.digest(),
    open: async ({ clock, signal }) => {
      if (signal?.aborted) {
        const message = `Opening ${shownUrl(url)} was aborted.`;
        return { type: "open_failure", phase: "aborted", code: "ABORT_ERR", message };
      }
      const used = send ?? platformSend();
      const channel = new HttpChannel({
        url,
        authorization,
        send: used,
        clock,
        random: Math.random,
        maxBytes,
        listen,
        onDone: () => {
          if (send === undefined) used.close?.();
        },
      });
      const mux = multiplex(channel, {
        clock,
        ...(maxPending === undefined ? {} : { maxPending }),
        ...(inputMs === undefined ? {} : { inputMs }),
      });
      channel.attach(mux);
      return mux.connection;
    },
  };
}

function checkMaxMessageBytes(bytes: number): void {
  if (Number.isSafeInteger(bytes) && bytes > 0) return;
  throw new HttpTransportError(`maxMessageBytes must be a positive integer; it is ${bytes}.`, {
    code: "invalid_limit",
  });
}
