import type { Clock } from "@x/connection";
import type { Io } from "./io.js";
import { oneLine } from "./printable.js";
import { fitting } from "./wrapped.js";

/** Goes to the beginning of the line, and empties it. */
const CLEAR = "\r\u001b[K";

/** The least time between two states that are shown, in milliseconds: a server may tell thousands a second. */
const PAUSE_MS = 100;

/** How something stands, on one line of a terminal at stderr that is written again and again. */
export interface StatusLine {
  /** The given one, over which everything is to be printed that is not a status: the line is gone before it. */
  readonly io: Io;
  /** Shows a text in place of the last one, unless that is too new; nothing where stderr is no terminal. */
  readonly show: ((text: string) => void) | undefined;
  readonly clear: () => void;
}

/** A status line over an {@link Io}; what is shown is cut to the width of the terminal. */
export function statusLine(io: Io, clock: Clock): StatusLine {
  let shownAt: number | undefined;
  let isShown = false;
  let isAsking = false;
  const clear = (): void => {
    if (isShown) io.stderr(CLEAR);
    isShown = false;
  };
  const show = (text: string): void => {
    const columns = io.stderrColumns();
    const now = clock.now();
    const isNew = shownAt !== undefined && now - shownAt < PAUSE_MS;
    if (columns === undefined || io.signal.aborted || isNew || isAsking) return;
    io.stderr(`${CLEAR}${fitting(oneLine(text, columns), columns - 1)}`);
    shownAt = now;
    isShown = true;
  };
  const asking =
    (ask: Io["line"]): Io["line"] =>
    async (question, signal) => {
      clear();
      isAsking = true;
      try {
        return await ask(question, signal);
      } finally {
        isAsking = false;
      }
    };
  return {
    io: {
      ...io,
      stdout: (text) => {
        clear();
        io.stdout(text);
      },
      stderr: (text) => {
        clear();
        io.stderr(text);
      },
      line: asking(io.line),
      secret: asking(io.secret),
    },
    show: io.stderrColumns() === undefined ? undefined : show,
    clear,
  };
}
