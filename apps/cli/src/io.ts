import type { Readable } from "node:stream";
import type { ServerConfig, Variables } from "@x/config";
import type { Transport } from "@x/connection";

import type { Screen } from "./screen.js";

/** What a run of the program has of the world around it. */
export interface Io {
  /** Where a client of `replay` speaks. */
  readonly stdin: () => Readable;
  /** Takes the answer, and nothing else. */
  readonly stdout: (text: string) => void;
  /** Whether somebody looks at it: then no control character of a server gets there. */
  readonly stdoutIsTerminal: boolean;
  /** The terminal that the answer is laid out for; nothing where it is to be plain text. */
  readonly screen: Screen | undefined;
  readonly stderr: (text: string) => void;
  /**
   * Asks somebody: shows a question on stderr, and gives the line that is typed on stdin; nothing where that
   * has ended. Rejects when the signal goes off. One question at a time; not together with `stdin`.
   */
  readonly line: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The same for what nobody is to see: what is typed is not shown. */
  readonly secret: Io["line"];
  /** Whether somebody is there to be asked: stdin and stderr are terminals. */
  readonly isInteractive: boolean;
  /** How wide the terminal is that stderr is shown on; nothing where it is none. */
  readonly stderrColumns: () => number | undefined;
  readonly env: Variables;
  /** The home directory of whoever runs it, absolute. */
  readonly home: string;
  /** The working directory, absolute. May throw: somebody may have removed it. */
  readonly cwd: () => string;
  /** How a server of a configuration is reached from a working directory. */
  readonly transport: (server: ServerConfig, cwd: string) => Transport | Promise<Transport>;
  /** Set off when the program is to end early: whatever was started is ended first. */
  readonly signal: AbortSignal;
}
