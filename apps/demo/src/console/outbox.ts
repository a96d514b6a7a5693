import type {
  Answer,
  ConsoleEvent,
  ConsoleSnapshot,
  Frame,
  HostMessage,
  ProgressNote,
} from "./protocol.js";

/** The most that waits for one page. What is over that is dropped, oldest first, and counted. */
export const OUTBOX_LIMITS = {
  /** Bytes that were handed to the socket and are not on their way. */
  socketBytes: 262_144,
  /** Characters of all frames that wait. */
  frameChars: 1_048_576,
  frames: 500,
  events: 500,
  progress: 64,
  /** A page that lets so many answers wait is given up. */
  answers: 128,
  /** Characters of one answer; of a longer one only that it is too long is told. */
  answerChars: 1_048_576,
  /** Characters of all answers that wait; a page that lets more wait is given up. */
  waitingChars: 8_388_608,
} as const;

/** How many frames or events one message has. */
const BATCH = 50;

/** What comes in a short while goes out together. In milliseconds. */
const GATHER_MS = 25;

/** What an outbox needs of a WebSocket. */
export interface OutboxSocket {
  /** How many bytes it has taken that are not on their way yet. */
  readonly bufferedAmount: number;
  send(text: string, sent: (error?: Error) => void): void;
}

/**
 * What is to be told to one page, in bounds however slowly that reads.
 *
 * State is never lost: what is sent is the snapshot of the moment in which there is room for it. Frames
 * and events are dropped where too many wait. Answers are kept.
 */
export class Outbox {
  readonly #socket: OutboxSocket;
  readonly #snapshot: () => ConsoleSnapshot;
  readonly #onTooSlow: () => void;
  #isChanged = false;
  #answers: string[] = [];
  #answerChars = 0;
  #progress = new Map<number, ProgressNote>();
  #events: ConsoleEvent[] = [];
  #frames: Frame[] = [];
  #frameChars = 0;
  #dropped = { frames: 0, events: 0 };
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `onTooSlow` is called when even answers cannot be told. */
  constructor(socket: OutboxSocket, snapshot: () => ConsoleSnapshot, onTooSlow: () => void) {
    this.#socket = socket;
    this.#snapshot = snapshot;
    this.#onTooSlow = onTooSlow;
  }

  /** The snapshot is another one now. */
  readonly changed = (): void => {
    this.#isChanged = true;
    this.#schedule();
  };

  readonly frame = (frame: Frame): void => {
    this.#frames.push(frame);
    this.#frameChars += frame.text.length;
    const { frames, frameChars } = OUTBOX_LIMITS;
    while (this.#frames.length > frames || this.#frameChars > frameChars) {
      this.#frameChars -= this.#frames.shift()?.text.length ?? 0;
      this.#dropped.frames += 1;
    }
    this.#schedule();
  };

  readonly event = (event: ConsoleEvent): void => {
    this.#events.push(event);
    if (this.#events.length > OUTBOX_LIMITS.events) {
      this.#events.shift();
      this.#dropped.events += 1;
    }
    this.#schedule();
  };

  /** Of one call only the last is kept. */
  progress(note: ProgressNote): void {
    if (this.#progress.size >= OUTBOX_LIMITS.progress && !this.#progress.has(note.id)) return;
    this.#progress.set(note.id, note);
    this.#schedule();
  }

  answer(answer: Answer | Extract<HostMessage, { readonly type: "refused" }>): void {
    const text = JSON.stringify(answer);
    const { answers, answerChars, waitingChars } = OUTBOX_LIMITS;
    const isLong = text.length > answerChars && answer.type === "answer";
    const told = isLong ? JSON.stringify(tooLarge(answer.id, text.length)) : text;
    this.#answers.push(told);
    this.#answerChars += told.length;
    if (answer.type === "answer") this.#progress.delete(answer.id);
    const isTooMuch = this.#answers.length > answers || this.#answerChars > waitingChars;
    if (isTooMuch) this.#onTooSlow();
    else this.#schedule();
  }

  /** Nothing is sent from now on. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#answers = [];
    this.#events = [];
    this.#frames = [];
    this.#progress.clear();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, GATHER_MS);
  }

  #pump(): void {
    while (!this.#isClosed && this.#socket.bufferedAmount < OUTBOX_LIMITS.socketBytes) {
      const text = this.#next();
      if (text === undefined) return;
      // What waits for room goes on when this is on its way.
      this.#socket.send(text, (error) => {
        if (error === undefined || error === null) this.#schedule();
      });
    }
  }

  #next(): string | undefined {
    if (this.#isChanged) {
      this.#isChanged = false;
      return messageText({ type: "snapshot", snapshot: this.#snapshot() });
    }
    for (const [id, note] of this.#progress) {
      this.#progress.delete(id);
      return messageText(note);
    }
    const answer = this.#answers.shift();
    if (answer !== undefined) {
      this.#answerChars -= answer.length;
      return answer;
    }
    const { frames: framesDropped, events: eventsDropped } = this.#dropped;
    if (this.#events.length > 0) {
      this.#dropped.events = 0;
      const events = this.#events.splice(0, BATCH);
      return messageText({ type: "events", events, dropped: eventsDropped });
    }
    if (this.#frames.length > 0) {
      this.#dropped.frames = 0;
      const frames = this.#frames.splice(0, BATCH);
      for (const { text } of frames) this.#frameChars -= text.length;
      return messageText({ type: "frames", frames, dropped: framesDropped });
    }
    return undefined;
  }
}

function messageText(message: HostMessage): string {
  return JSON.stringify(message);
}

function tooLarge(id: number, length: number): Answer {
  const message = `The answer has ${length} characters, too many for this page.`;
  return { type: "answer", id, ok: false, code: "too_large", message };
}
