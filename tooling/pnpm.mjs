import { spawn } from "node:child_process";

const PNPM = "pnpm@12.4.2";

/** Runs pnpm through npx, with the terminal of this process; gives its exit code. */
export function pnpm(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn("npx", ["--yes", PNPM, ...args], {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", ...env },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}
