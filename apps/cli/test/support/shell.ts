import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { folder } from "./config.js";
import { MAIN } from "./x-mcp.js";

/** Whether a shell is there. */
export function hasShell(shell: string): boolean {
  const path = process.env["PATH"] ?? "";
  return path.split(delimiter).some((place) => existsSync(join(place, shell)));
}

/** A search path that begins with a folder that has the built program in it, under its own name. */
export function pathWithProgram(): string {
  const place = folder();
  const file = join(place, "x-mcp");
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(file, 0o755);
  return `${place}${delimiter}${process.env["PATH"]}`;
}

/** How a shell is started that knows nothing of whoever runs the test. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  bash: ["--norc", "--noprofile", "-i"],
  zsh: ["-f", "-i"],
  fish: ["--no-config", "-i"],
};

/** A shell on a terminal of its own, and somebody who types. */
export function terminal(shell: string, cwd: string, env: Readonly<Record<string, string>>) {
  const pty = spawn(shell, [...(ARGUMENTS[shell] ?? [])], {
    cols: 400,
    rows: 40,
    cwd,
    env: { ...process.env, ...env, PATH: pathWithProgram(), TERM: "dumb", HISTFILE: "" } as Record<
      string,
      string
    >,
  });
  let seen = "";
  let heard = (): void => {};
  pty.onData((text) => {
    seen += text;
    heard();
  });
  onTestFinished(() => pty.kill());
  return {
    type: (keys: string): void => pty.write(keys),
    /** Waits for what the shell is to show, and gives it. */
    shows: (pattern: RegExp): Promise<string> =>
      new Promise((resolve) => {
        heard = () => {
          const found = pattern.exec(seen);
          if (found !== null) resolve(found[0]);
        };
        heard();
      }),
  };
}
