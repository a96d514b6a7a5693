#!/usr/bin/env node
import process from "node:process";

// Somebody waits for a completion with a finger on the key: nothing is loaded for it that it does not need.
if (process.argv[2] === "__complete") {
  const { complete } = await import("./completion/complete.js");
  const { surroundings } = await import("./completion/known.js");
  const words = process.argv.slice(process.argv[3] === "--" ? 4 : 3);
  process.stdout.write(await complete(words, surroundings));
} else {
  await import("./program.js");
}
