import { appendFileSync } from "node:fs";
import {
  type Ending,
  type Entry,
  endOfError,
  endOfResult,
  inWords,
  type Made,
  type ToolResult,
} from "./ending.js";
import type { Findings } from "./findings.js";

/** How much later than its deadline a call may settle, on a machine that does other things. */
const GRACE_MS = 5_000;
const LINES = 200;

interface Pending {
  readonly made: Made;
  readonly startedAt: number;
  /** How often it was found to be late. */
  late: number;
  /** Ends the wait for it. */
  readonly giveUp: (ending: string) => void;
}

/** Follows every call from its beginning to its end; what it keeps does not grow with their number. */
export class Ledger {
  readonly endings = new Map<string, number>();
  /** Right answers by peer. */
  readonly answers = new Map<string, number>();
  readonly #pending = new Map<string, Pending>();
  readonly #findings: Findings;
  readonly #instances: (peer: string) => readonly number[];
  readonly #file: string;
  #lines: string[] = [];
  #count = 0;

  /** How each call ended is written to `file`, a line a call: its nonce, tool and ending. */
  constructor(file: string, findings: Findings, instances: (peer: string) => readonly number[]) {
    this.#file = file;
    this.#findings = findings;
    this.#instances = instances;
  }

  get pending(): readonly string[] {
    return [...this.#pending.values()].map(({ made }) => inWords(made));
  }

  /** A nonce that nobody else has; it tells whose server the call is for. */
  nonce({ peer }: Entry): string {
    this.#count += 1;
    return `${peer}:${this.#count}`;
  }

  /** Follows a call; settles when it does, or should have long since, with how it ended. */
  async follow(made: Made, call: Promise<ToolResult>): Promise<string> {
    const startedAt = performance.now();
    const givenUp = new Promise<string>((giveUp) => {
      this.#pending.set(made.nonce, { made, startedAt, late: 0, giveUp });
    });
    const settled = call.then(
      (result) =>
        this.#settled(made, this.#ended(made, endOfResult(made, result, this.#instances))),
      (error: unknown) => this.#settled(made, this.#ended(made, endOfError(made, error))),
    );
    return Promise.race([settled, givenUp]);
  }

  #settled(made: Made, ending: string): string {
    if (!this.#pending.delete(made.nonce)) {
      this.#findings.wrong(RULE_SETTLES, `${inWords(made)} settled twice`);
    }
    this.endings.set(ending, (this.endings.get(ending) ?? 0) + 1);
    this.#lines.push(`${made.nonce} ${made.entry.local} ${ending}\n`);
    if (this.#lines.length >= LINES) this.flush();
    return ending;
  }

  /**
   * Looks for calls that should have settled. Twice late is wrong: where this process itself has stood
   * still, their own deadlines come next.
   */
  sweep(): void {
    const now = performance.now();
    for (const pending of this.#pending.values()) {
      const { made, startedAt, giveUp } = pending;
      if (now < startedAt + made.totalMs + GRACE_MS) continue;
      pending.late += 1;
      if (pending.late !== 2) continue;
      this.#findings.wrong(RULE_SETTLES, `${inWords(made)} is overdue`);
      giveUp("overdue");
    }
  }

  flush(): void {
    appendFileSync(this.#file, this.#lines.join(""));
    this.#lines = [];
  }

  #ended({ entry }: Made, { ending, broken, detail }: Ending): string {
    if (broken !== undefined) this.#findings.wrong(broken, detail ?? ending);
    if (ending === "answered") {
      this.answers.set(entry.peer, (this.answers.get(entry.peer) ?? 0) + 1);
    }
    return ending;
  }
}

const RULE_SETTLES = "every call settles once, by its deadline";
