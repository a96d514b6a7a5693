/**
 * The benchmark: `node dist/main.js [--quick] [--only NAME]... [--out FILE]`.
 *
 * Everything that is measured runs in processes of its own, started from this very file as
 * `node dist/main.js worker ASSIGNMENT`. What the other half needs is not loaded.
 */
import process from "node:process";

const [mode, assignment = ""] = process.argv.slice(2);
if (mode === "worker") {
  const { work } = await import("./worker.js");
  await work(assignment);
} else {
  process.exitCode = await run(process.argv.slice(2));
}

async function run(args: readonly string[]): Promise<number> {
  const { readOptions } = await import("./options.js");
  const options = readOptions(args);
  if ("type" in options) {
    (options.exitCode === 0 ? console.log : console.error)(options.message);
    return options.exitCode;
  }
  const { bench } = await import("./bench.js");
  return bench(options);
}
