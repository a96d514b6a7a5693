import process from "node:process";
import { type IPty, spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { folder } from "./config.js";
import { MAIN } from "./x-mcp.js";

/** A run of the built program on a real terminal. */
export interface OnTerminal {
  /** Types a text, such as a line with its end. */
  readonly type: (text: string) => void;
  /** Waits until a text was shown, counted from what was waited for last. */
  readonly shows: (text: RegExp) => Promise<void>;
  /** How it ended, and all that was shown. */
  readonly ended: Promise<{ readonly code: number; readonly shown: string }>;
}

/** Where a run on a terminal is. */
export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly cwd?: string;
}

/** Starts the built program on a terminal of 24 lines. */
export function onTerminal(
  args: readonly string[],
  { env = {}, columns = 80, cwd = import.meta.dirname }: TerminalOptions = {},
): OnTerminal {
  const { PATH = "", HOME = "" } = process.env;
  const own = folder();
  const pty: IPty = spawn(process.execPath, [MAIN, ...args], {
    name: env["TERM"] ?? "xterm-256color",
    cols: columns,
    rows: 24,
    cwd,
    env: { PATH, HOME, XDG_CACHE_HOME: own, XDG_CONFIG_HOME: own, ...env },
  });
  let shown = "";
  let seen = 0;
  let isOver = false;
  const waiting = new Set<() => void>();
  pty.onData((text) => {
    shown += text;
    for (const look of waiting) look();
  });
  const ended = new Promise<{ code: number; shown: string }>((resolve) => {
    pty.onExit(({ exitCode }) => {
      isOver = true;
      resolve({ code: exitCode, shown });
    });
  });
  onTestFinished(async () => {
    if (!isOver) pty.kill("SIGKILL");
    await ended;
  });
  return {
    type: (text) => pty.write(text),
    shows: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = text.exec(shown.slice(seen));
          if (found === null) return;
          seen += found.index + found[0].length;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    ended,
  };
}
