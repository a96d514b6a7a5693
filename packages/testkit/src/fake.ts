/**
 * `node fake.js [--log FILE] [--speed N] NAME`: a case, or a file with a transcript, as a server on
 * stdin and stdout. With `--text TRANSCRIPT` the name is any. Exits with code 64 where there is no such
 * thing.
 */
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { loadCase } from "./cases.js";
import { parseTranscript } from "./parse-transcript.js";
import { playOnStdio } from "./stdio-player.js";
import type { Transcript } from "./transcript.js";

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { log: { type: "string" }, speed: { type: "string" }, text: { type: "string" } },
  });
  const { log, speed = "1", text } = values;
  playOnStdio(transcriptFor(positionals[0] ?? "", text), { log, speed: Number(speed) });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 64;
}

function transcriptFor(name: string, text: string | undefined): Transcript {
  if (text !== undefined) return parseTranscript(text, name);
  return existsSync(name) ? parseTranscript(readFileSync(name, "utf8"), name) : loadCase(name);
}
