import type { Config } from "@x/config";
import type { Io } from "./io.js";
import { oneLine } from "./printable.js";
import { type Redaction, redactionOf } from "./redaction.js";
import { Refusals } from "./refusals.js";

/** One configuration, and how the commands that work on it speak. */
export interface Invocation {
  readonly io: Io;
  /** Absolute. */
  readonly cwd: string;
  readonly config: Config;
  readonly redaction: Redaction;
  /** Of the servers of this run. */
  readonly refusals: Refusals;
  /** One remark for people, a line on stderr; silent once the program is to end. */
  readonly note: (text: string) => void;
}

const LONGEST = 4000;

/** A invocation over a configuration, in a working directory. */
export function invocationOf(config: Config, cwd: string, io: Io): Invocation {
  const redaction = redactionOf(config);
  return {
    io,
    cwd,
    config,
    redaction,
    refusals: new Refusals(),
    note: (text) => {
      if (!io.signal.aborted) io.stderr(`${oneLine(redaction.text(text), LONGEST)}\n`);
    },
  };
}
