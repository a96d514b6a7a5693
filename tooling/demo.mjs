/** `npm run demo`: installs what the demo needs, builds it, and runs it. */
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
  const demo = spawn(process.execPath, [join(root, "apps/demo/dist/main.js")], {
    stdio: "inherit",
  });
  demo.on("exit", (status) => {
    process.exitCode = status ?? 1;
  });
}
