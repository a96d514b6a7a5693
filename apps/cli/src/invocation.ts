import type { Config } from "@x/config";
import type { EraMemory } from "./era-memory.js";
import type { Input } from "./input.js";
import type { Io } from "./io.js";
import type { Loaded } from "./load-config.js";
import { oneLine } from "./printable.js";
import { type Redaction, redactionOf } from "./redaction.js";
import { Refusals } from "./refusals.js";
import type { StatusLine } from "./status-line.js";
import type { Trace } from "./trace.js";

/** One configuration, and how the commands that work on it speak. */
export interface Invocation {
  readonly io: Io;
  /** Absolute. */
  readonly cwd: string;
  readonly config: Config;
  /** How the configuration came to be. */
  readonly loaded: Loaded;
  readonly redaction: Redaction;
  /** Of the servers of this run. */
  readonly refusals: Refusals;
  /** One remark for people, a line on stderr; silent once the program is to end. */
  readonly note: (text: string) => void;
  /** How a server stands at this moment; nothing where nobody looks. */
  readonly status: StatusLine["show"] | undefined;
  /** How long the work on one server may take, in milliseconds. */
  readonly limitMs: number | undefined;
  /** Where the wire is written to. */
  readonly trace: Trace | undefined;
  /** What was decided of servers before; nothing where that is not kept. */
  readonly memory: EraMemory | undefined;
  /** What the run is about, as far as that is known by then. */
  readonly subject: Subject;
  /** Answers what servers ask for; nothing is declared to them without it. */
  readonly input: Input | undefined;
}

/** What a run is about; its steps write into it. */
interface Subject {
  /** The server that was opened or asked last for itself, not as one of all. */
  server?: string;
}

/** What is set for one run, beside its configuration. */
export interface RunOptions {
  readonly status: StatusLine["show"] | undefined;
  readonly limitMs: number | undefined;
  /** What is not to be shown, beside the secrets of the configuration. */
  readonly secrets: readonly string[];
}

const LONGEST = 4000;

/** An invocation over a configuration, in a working directory. */
export function invocationOf(
  loaded: Loaded,
  cwd: string,
  io: Io,
  { status, limitMs, secrets }: RunOptions,
): Invocation {
  const { config } = loaded;
  const redaction = redactionOf(config, secrets);
  return {
    io,
    cwd,
    config,
    loaded,
    redaction,
    refusals: new Refusals(),
    note: (text) => {
      if (!io.signal.aborted) io.stderr(`${oneLine(redaction.text(text), LONGEST)}\n`);
    },
    status: status && ((text) => status(redaction.text(text))),
    limitMs,
    trace: undefined,
    input: undefined,
    memory: undefined,
    subject: {},
  };
}
