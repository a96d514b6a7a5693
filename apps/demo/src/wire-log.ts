import type { TapEvent } from "@x/connection";

/** One frame that crossed the wire of one peer. */
export interface Frame {
  readonly peer: string;
  readonly direction: TapEvent["direction"];
  /** The frame itself, without its line end. */
  readonly text: string;
  /** What `text` says, read anew from it; nothing where it is no JSON object. */
  readonly message: FrameMessage | undefined;
}

/** The members of a message that the demo looks at; nothing about them is checked. */
export interface FrameMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: FrameParams;
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: unknown; readonly message: unknown };
}

/** The params of a frame. */
interface FrameParams {
  readonly [name: string]: unknown;
  readonly _meta?: { readonly [name: string]: unknown };
}

const NEGOTIATION: readonly (string | undefined)[] = [
  "server/discover",
  "initialize",
  "notifications/initialized",
];

/** Every frame of every peer, in the order in which they crossed. */
export class WireLog {
  readonly #frames: Frame[] = [];

  /** Takes down one frame: fits the client's `onTap`. */
  readonly add = (peer: string, { direction, text }: TapEvent): void => {
    this.#frames.push({ peer, direction, text, message: parse(text) });
  };

  /** How many frames there are by now: a place for {@link since}. */
  get length(): number {
    return this.#frames.length;
  }

  /** The frames of all peers from that place on. */
  since(place: number): readonly Frame[] {
    return this.#frames.slice(place);
  }

  /** What went to and fro with a peer until its era was decided. */
  untilDecided(peer: string): readonly Frame[] {
    const frames = this.of(peer);
    const first = frames.findIndex(
      ({ direction, message }) => direction === "sent" && !NEGOTIATION.includes(message?.method),
    );
    return first < 0 ? frames : frames.slice(0, first);
  }

  /** Every frame of one peer. */
  of(peer: string): readonly Frame[] {
    return this.#frames.filter((frame) => frame.peer === peer);
  }
}

/** The methods of the frames that were sent, in order. */
export function methodsSent(frames: readonly Frame[]): readonly unknown[] {
  return frames
    .filter(({ direction }) => direction === "sent")
    .map(({ message }) => message?.method);
}

function parse(text: string): FrameMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
