import type { Clock } from "@x/connection";
import { cancelledNotification, decodeFrame, encode, type Incoming, type RequestId } from "@x/wire";
import { Player } from "../player.js";
import type { Transcript } from "../transcript.js";
import type { ServerStream } from "./server-stream.js";
import type { Streams } from "./streams.js";

/** What an {@link HttpPlay} is made of. */
export interface HttpPlayOptions {
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly streams: Streams;
  /** Ends every socket, after what was written to it. */
  readonly reset: () => void;
  /** The same, for good. */
  readonly vanish: () => void;
}

/**
 * A transcript, played at an endpoint: lifetime by lifetime, on the streams of whatever requests come.
 *
 * A lifetime begins with the first request after the last one's end. That is its `!`, or that the client
 * has ended its session; or its `-`, since nothing else tells a server of HTTP that a client has closed.
 */
export class HttpPlay {
  readonly streams: Streams;
  readonly log: string[] = [];
  readonly deviations: string[] = [];
  readonly #options: HttpPlayOptions;
  #player: Player | undefined;
  #opened = 0;

  constructor(options: HttpPlayOptions) {
    this.#options = options;
    this.streams = options.streams;
  }

  /** Which lifetime is under way, from 1; `undefined` between two. */
  get lifetime(): number | undefined {
    return this.#player === undefined ? undefined : this.#opened;
  }

  /** Begins the next lifetime, where none is under way. */
  open(): void {
    if (this.#player !== undefined || this.deviations.length > 0) return;
    const { transcript, clock, streams } = this.#options;
    const { name, lifetimes } = transcript;
    const lifetime = lifetimes[this.#opened] ?? lifetimes.at(-1);
    if (lifetime === undefined) return;
    this.#opened += 1;
    this.log.push("+");
    let unfinished = "";
    const player = new Player(
      name,
      lifetime,
      {
        clock,
        write: (text) => {
          const lines = (unfinished + text).split("\n");
          unfinished = lines.pop() ?? "";
          for (const line of lines) streams.write(line.endsWith("\r") ? line.slice(0, -1) : line);
        },
        pieces: (bytes) => streams.inPieces(bytes),
        log: () => {},
        exit: (code) => this.#exit(code),
        deviated: (sentence) => this.#deviated(sentence),
      },
      "any",
    );
    this.#player = player;
    player.start();
  }

  /** The client has posted this; a request, with the stream that its answer goes on. */
  received(sent: Incoming, stream?: ServerStream): void {
    const isOver =
      this.#player?.closes === true &&
      this.#opened < this.#options.transcript.lifetimes.length &&
      !this.#player.accepts(sent);
    if (isOver) this.close();
    if (stream !== undefined) this.streams.add(stream);
    this.open();
    this.#receive(sent);
  }

  /**
   * The client has ended the reply to this request, which is how it cancels it.
   *
   * Where no `>` is to come, this is how it goes away, and nothing is made of it.
   */
  cancelled(id: RequestId): void {
    const sent = decodeFrame(encode(cancelledNotification(id)).trimEnd());
    if (sent === undefined || this.#player === undefined) return;
    if (this.#player.awaits || this.#player.accepts(sent)) this.#receive(sent);
  }

  /** The client has closed, as far as that can be seen. */
  close(): void {
    if (this.#player === undefined) return;
    this.log.push("-");
    this.stop();
    this.streams.end();
  }

  /** Does nothing more in this lifetime. */
  stop(): void {
    this.#player?.stop();
    this.#player = undefined;
  }

  #receive(sent: Incoming): void {
    this.log.push(`> ${sent.text}`);
    this.#player?.received(sent);
  }

  #exit(code: number | undefined): void {
    const { transcript, reset, vanish } = this.#options;
    this.log.push(code === undefined ? "!" : `! ${code}`);
    this.stop();
    if (code === undefined) {
      this.streams.end();
      return;
    }
    this.streams.release();
    if (this.#opened < transcript.lifetimes.length) reset();
    else vanish();
  }

  #deviated(sentence: string): void {
    this.deviations.push(sentence);
    this.log.push(`# ${sentence}`);
    this.stop();
    this.streams.refuse(500, sentence);
  }
}
