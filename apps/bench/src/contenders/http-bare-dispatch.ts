import { Agent, type Dispatcher } from "undici";
import type { Contender, Endpoint } from "../contender.js";
import { bareOver, type Poster } from "./bare-endpoint.js";
import { joinedText } from "./joined-text.js";

/** The limit over `dispatch` of undici. */
export const bareDispatch: Contender<Endpoint> = bareOver(dispatchPoster);

function dispatchPoster({ origin, pathname }: URL): Poster {
  const agent = new Agent();
  return {
    post: (body, headers) =>
      new Promise((resolve, reject) => {
        agent.dispatch(
          {
            origin,
            path: pathname,
            method: "POST",
            headers,
            body,
            headersTimeout: 0,
            bodyTimeout: 0,
          },
          new WholeReply(resolve, reject),
        );
      }),
    close: () => void agent.close(),
  };
}

class WholeReply implements Dispatcher.DispatchHandler {
  readonly #pieces: Buffer[] = [];
  readonly #resolve: (body: string) => void;
  readonly #reject: (error: Error) => void;

  constructor(resolve: (body: string) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // That it is there tells undici which kind of handler this is.
  onRequestStart(): void {}

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    this.#resolve(joinedText(this.#pieces));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
