import { type Connection, ManualClock } from "@x/connection";
import { fromSdkTransport, type SdkTransportLike } from "../../src/index.js";

/** An official-style transport that is driven by hand, and everything that was given to it. */
export class HandMade implements SdkTransportLike {
  onmessage?: (message: unknown) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  hasPerRequestStream?: boolean;
  readonly sent: Record<string, unknown>[] = [];
  readonly sentOptions: (HandMadeSendOptions | undefined)[] = [];
  readonly revisions: string[] = [];
  starts = 0;
  closes = 0;
  /** What `start`, `send` and `close` do beside taking notes. */
  onStart: () => Promise<void> = async () => {};
  onSend: (message: object) => Promise<void> = async () => {};
  onCloseCall: () => Promise<void> = async () => {};

  async start(): Promise<void> {
    this.starts += 1;
    await this.onStart();
  }

  async send(message: Record<string, unknown>, options?: HandMadeSendOptions): Promise<void> {
    this.sent.push(message);
    this.sentOptions.push(options);
    await this.onSend(message);
  }

  async close(): Promise<void> {
    this.closes += 1;
    await this.onCloseCall();
  }

  setProtocolVersion(revision: string): void {
    this.revisions.push(revision);
  }

  receive(message: unknown): void {
    this.onmessage?.(message);
  }
}

export interface HandMadeSendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestSignal?: AbortSignal;
  readonly onRequestStreamEnd?: () => void;
}

/** A connection over a transport that is driven by hand. */
export async function openOver(
  sdk: SdkTransportLike,
  clock: ManualClock = new ManualClock(),
): Promise<Connection> {
  const transport = fromSdkTransport(() => sdk, { binding: { type: "memory", name: "hand-made" } });
  const connection = await transport.open({ clock });
  if (connection.type === "open_failure") throw new Error(connection.message);
  return connection;
}

/** Lets everything that is under way arrive. */
export function arrived(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
