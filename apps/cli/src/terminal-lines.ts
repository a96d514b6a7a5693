import { createInterface } from "node:readline/promises";
import { type Readable, Writable } from "node:stream";
import type { Io } from "./io.js";

/** Where questions are asked. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  /** What ctrl-C does: a terminal gives no signal while a line is edited on it. */
  readonly interrupt: () => void;
}

/** Asks questions on stderr, and reads their answers from stdin. */
export interface TerminalLines {
  readonly line: Io["line"];
  readonly secret: Io["secret"];
  /** Lets go of stdin; ask nothing any more. */
  readonly close: () => void;
}

/**
 * The questions of a process.
 *
 * A terminal is as it was between two questions, and after one that is given up. What a pipe has is read
 * on from one question to the next.
 */
export function terminalLines({ stdin, stderr, interrupt }: Terminal): TerminalLines {
  let piped:
    | { readonly next: () => Promise<IteratorResult<string>>; close: () => void }
    | undefined;

  async function ofTerminal(
    question: string,
    signal: AbortSignal,
    typing: "hidden" | "shown" = "shown",
  ): Promise<string | undefined> {
    const output = typing === "shown" ? stderr : silent();
    const reader = createInterface({ input: stdin, output, historySize: 0, terminal: true });
    reader.on("SIGINT", interrupt);
    const ended = new Promise<undefined>((resolve) =>
      reader.once("close", () => resolve(undefined)),
    );
    // Not before the reader is there: until then the terminal shows by itself what is typed.
    if (typing === "hidden") stderr.write(question);
    try {
      return await Promise.race([reader.question(question, { signal }), ended]);
    } finally {
      reader.close();
      if (signal.aborted || typing === "hidden") stderr.write("\n");
    }
  }

  async function ofPipe(question: string, signal: AbortSignal): Promise<string | undefined> {
    stderr.write(question);
    if (piped === undefined) {
      const reader = createInterface({ input: stdin });
      const lines = reader[Symbol.asyncIterator]();
      piped = { next: () => lines.next(), close: () => reader.close() };
    }
    const { done, value } = await Promise.race([piped.next(), rejected(signal)]);
    return done === true ? undefined : value;
  }

  return {
    secret: (question, signal) =>
      stdin.isTTY ? ofTerminal(question, signal, "hidden") : ofPipe(question, signal),
    line: (question, signal) => (stdin.isTTY ? ofTerminal : ofPipe)(question, signal),
    close: () => piped?.close(),
  };
}

/** Takes what would be shown. */
function silent(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const reason = (): void => reject(signal.reason);
    if (signal.aborted) reason();
    else signal.addEventListener("abort", reason, { once: true });
  });
}
