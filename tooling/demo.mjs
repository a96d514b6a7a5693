/** `npm run demo [-- ARGUMENTS]`: installs what the demo needs, builds it, and runs it with the arguments. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pnpm } from "./pnpm.mjs";

const root = join(import.meta.dirname, "..");

const code =
  (await pnpm([
    "--silent",
    "--config.verify-deps-before-run=false",
    "install",
    "--filter",
    "@x/demo...",
    "--filter",
    "x-mcp",
  ])) || (await pnpm(["--silent", "--config.verify-deps-before-run=false", "run", "build:demo"]));
if (code !== 0) {
  process.exitCode = code;
} else {
  const main = join(root, "apps/demo/dist/main.js");
  const demo = spawn(process.execPath, [main, ...process.argv.slice(2)], { stdio: "inherit" });
  // It ends by itself, and tidily: this process waits for that.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => demo.kill(signal));
  // npm hands a signal that only it gets to its shell, which ends and tells nobody.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) demo.kill("SIGTERM");
  }, 500);
  demo.on("exit", (status) => {
    clearInterval(watch);
    process.exitCode = status ?? 1;
  });
}
