/**
 * What this package needs of an official client transport. Those of `@modelcontextprotocol/client` 2
 * have it, those of `@modelcontextprotocol/sdk` 1 have it too, and so has what people wrote for either.
 *
 * Handlers that are set when the transport is handed over are called first, as the official client
 * does it: set `onerror` to see all that a transport reports.
 */
export interface SdkTransportLike {
  start(): Promise<void>;
  /** Takes one parsed message. */
  send(message: object, options?: object): Promise<void>;
  close(): Promise<void>;
  /** Told when the era is settled, before anything is sent in it. */
  setProtocolVersion?: ((version: string) => void) | undefined;
  /** `true` where every request has a stream of its own, and closing that is how it is cancelled. */
  readonly hasPerRequestStream?: boolean;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
}
