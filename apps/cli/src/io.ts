import type { Variables } from "@x/config";

/** What a run of the program has of the world around it. */
export interface Io {
  /** Takes the answer, and nothing else. */
  readonly stdout: (text: string) => void;
  /** Whether somebody looks at it: then no control character of a server gets there. */
  readonly stdoutIsTerminal: boolean;
  readonly stderr: (text: string) => void;
  readonly env: Variables;
  /** Absolute. */
  readonly cwd: string;
  /** Set off when the program is to end early: whatever was started is ended first. */
  readonly signal: AbortSignal;
}
