import type { Config } from "@x/config";
import type { Io } from "./io.js";
import { printable } from "./printable.js";
import { type Redaction, redactionOf } from "./redaction.js";

/** One configuration, and how the commands that work on it speak. */
export interface Session {
  readonly io: Io;
  readonly config: Config;
  readonly redaction: Redaction;
  /** One remark for people, on stderr; silent once the program is to end. */
  readonly note: (text: string) => void;
}

/** A session over a configuration. */
export function openSession(config: Config, io: Io): Session {
  const redaction = redactionOf(config);
  return {
    io,
    config,
    redaction,
    note: (text) => {
      if (!io.signal.aborted) io.stderr(`${printable(redaction.text(text))}\n`);
    },
  };
}
