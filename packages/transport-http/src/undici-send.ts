import type { Transform } from "node:stream";
import type { Dispatcher } from "undici";
import { httpFailure, type SendStage } from "./http-failure.js";
import type { HttpSink, Send } from "./send.js";
import { decoderOf } from "./send-decoding.js";
import { type EnvironmentDispatcher, environmentDispatcher } from "./send-dispatcher.js";
import { headerIn } from "./send-headers.js";
import { rememberingTarget } from "./send-target.js";

/** What {@link undiciSend} may be given. */
export interface UndiciSendOptions {
  /**
   * A dispatcher to use as it is, and not to close. Its time-outs for heads and bodies do not count here.
   *
   * Default: one that goes through the proxies that `HTTP_PROXY` and `HTTPS_PROXY` name when it is first
   * needed, except to where `NO_PROXY` says and to this machine.
   */
  readonly dispatcher?: Dispatcher;
}

/**
 * Sends over undici's `dispatch`: the least time a call, in a host that makes many, and through a proxy.
 *
 * A reply that is compressed without having been asked for is decoded. Nothing is ever sent twice. A reply
 * that begins with `100 Continue`, which was not asked for, is a failure. `close` ends idle connections at
 * once, others when what is under way on them is over.
 */
export function undiciSend({ dispatcher: given }: UndiciSendOptions = {}): Send {
  let own: EnvironmentDispatcher | undefined;
  const targetOf = rememberingTarget();
  const send: Send = ({ method, url, headers, body }, sink) => {
    const exchange = new UndiciExchange(url, sink);
    try {
      own ??= given === undefined ? environmentDispatcher() : { dispatcher: given, proxied: false };
      exchange.proxied = own.proxied;
      const { origin, path } = targetOf(url);
      own.dispatcher.dispatch(
        {
          origin,
          path,
          method,
          // A copy, since a dispatcher for proxies writes into it.
          headers: { ...headers },
          body: body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        exchange,
      );
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
    exchange.dispatched();
    return () => exchange.cancel();
  };
  send.close = () => {
    if (given === undefined) void own?.dispatcher.close();
    own = undefined;
  };
  return send;
}

/** One request and its reply. */
class UndiciExchange implements Dispatcher.DispatchHandler {
  readonly #url: string;
  readonly #sink: HttpSink;
  proxied = false;
  #stage: SendStage = "building";
  #controller: Dispatcher.DispatchController | undefined;
  #decoder: Transform | undefined;
  #isDispatched = false;
  #over = false;

  constructor(url: string, sink: HttpSink) {
    this.#url = url;
    this.#sink = sink;
  }

  /** `dispatch` has returned, with or without having told of an error by then. */
  dispatched(): void {
    this.#isDispatched = true;
    if (this.#stage === "building") this.#stage = "connecting";
  }

  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#drop();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#stage = "sent";
    if (this.#over) this.#drop();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof headerIn>[0],
  ): void {
    if (this.#over || status < 200) return;
    this.#stage = "body";
    this.#sink.head(status, (name) => headerIn(headers, name));
    if (!this.#over) this.#decode(controller, headerIn(headers, "content-encoding"));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#decoder === undefined) this.#chunk(chunk);
    else if (!this.#decoder.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#end();
    else this.#decoder.end();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    const refusal = this.proxied ? proxyRefusal(error) : undefined;
    const stage = refusal === undefined ? this.#stage : "connecting";
    const failed = (): void => this.#failed(refusal ?? error, stage);
    if (this.#isDispatched) failed();
    else queueMicrotask(failed);
  }

  #decode(controller: Dispatcher.DispatchController, encoding: string | undefined): void {
    const fail = (error: unknown): void => this.#failed(error, "body");
    try {
      this.#decoder = decoderOf(encoding, {
        chunk: (bytes) => this.#chunk(bytes),
        end: () => this.#end(),
        fail,
      });
      this.#decoder?.on("drain", () => controller.resume());
    } catch (error) {
      fail(error);
    }
  }

  #chunk(chunk: Uint8Array): void {
    if (!this.#over) this.#sink.chunk(chunk);
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.end();
  }

  #failed(error: unknown, stage: SendStage): void {
    if (this.#over) return;
    this.#over = true;
    this.#drop();
    this.#sink.fail(httpFailure(error, { url: this.#url, stage, proxied: this.proxied }));
  }

  #drop(): void {
    this.#controller?.abort(new Error("Nobody waits for the reply any more."));
    this.#decoder?.destroy();
  }
}

/** undici has no code for what a proxy answers in place of the server, only these words. */
function proxyRefusal(error: unknown): { readonly code: string } | undefined {
  const words = error instanceof Error ? error.message : "";
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(words)?.[1];
  return status === undefined ? undefined : { code: `PROXY_${status}` };
}
