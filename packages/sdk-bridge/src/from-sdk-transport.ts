import type {
  AbortSignalLike,
  Binding,
  Connection,
  MultiplexOptions,
  OpenFailure,
  OpenOptions,
  Transport,
} from "@x/connection";
import { SdkConnection } from "./sdk-connection.js";
import type { SdkTransportLike } from "./sdk-transport-like.js";
import { codeOf, messageOf } from "./send-failure.js";

/** The bounds of the connections, and what they reach. */
export interface FromSdkOptions extends Omit<MultiplexOptions, "clock"> {
  /**
   * The exact thing that `make` reaches. An official transport cannot tell, and permissions and
   * memories of a peer belong to it: whoever builds the transport has to say.
   */
  readonly binding: Binding;
}

/**
 * Our transport over an official one: any of the official packages, or of your own for them.
 *
 * Every `open` calls `make` for a new official transport, starts it, and owns it from then on;
 * `close()` of the connection closes it and waits. `make` or `start` failing is an `OpenFailure` of
 * phase `spawn` for a stdio binding and `connect` for others. What the official transport does with
 * processes, frames and their size remains its own affair.
 *
 * Never starts a transport twice, never sends a request twice, never answers for the peer.
 */
export function fromSdkTransport(
  make: () => SdkTransportLike | Promise<SdkTransportLike>,
  options: FromSdkOptions,
): Transport {
  const { binding, ...bounds } = options;

  const open = async ({ clock, signal }: OpenOptions): Promise<Connection | OpenFailure> => {
    let connection: SdkConnection | undefined;
    try {
      const sdk = await unlessAborted(signal, async () => make());
      if (sdk === undefined) return aborted();
      connection = new SdkConnection(sdk, { ...bounds, clock });
      const started = await unlessAborted(signal, async () => {
        await sdk.start();
        return true;
      });
      if (started) return connection;
      await connection.close();
      return aborted();
    } catch (error) {
      await connection?.close();
      return failure(binding, error);
    }
  };

  return { binding, open };
}

/** What `run` gives, or `undefined` as soon as the signal aborts; nothing runs where it has already. */
function unlessAborted<T>(
  signal: AbortSignalLike | undefined,
  run: () => Promise<T>,
): Promise<T | undefined> {
  if (signal === undefined) return run();
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(undefined);
    signal.addEventListener("abort", abort);
    const settled = (): void => signal.removeEventListener("abort", abort);
    void run().then(resolve, reject).finally(settled);
  });
}

function aborted(): OpenFailure {
  return {
    type: "open_failure",
    phase: "aborted",
    code: "ABORT_ERR",
    message: "The official transport was not started: the opening was aborted.",
  };
}

function failure({ type }: Binding, error: unknown): OpenFailure {
  return {
    type: "open_failure",
    phase: type === "stdio" ? "spawn" : "connect",
    code: codeOf(error),
    message: `The official transport could not be started (${messageOf(error)}). Check what it was made with.`,
  };
}
