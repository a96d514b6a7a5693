import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../packages/era/test/transcripts");

/** Golden transcripts of negotiations, by name: what the tests of `packages/era` hold it to. */
export const transcripts: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync(folder)
    .sort()
    .map((file) => {
      const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
      return [file.replace(/\.jsonl$/, ""), lines] as const;
    }),
);

/** A transcript as a fence, whole. */
export function wholeTranscript(name: string): string {
  return fence(linesOf(name));
}

/** A transcript as a fence, without what is the same in every frame and every request. */
export function shortTranscript(name: string): string {
  return fence(linesOf(name).map(shortened));
}

function linesOf(name: string): readonly string[] {
  const lines = transcripts.get(name);
  if (lines === undefined) throw new Error(`There is no transcript ${name}.`);
  return lines;
}

function fence(lines: readonly string[]): string {
  return ["```text", ...lines, "```"].join("\n");
}

function shortened(line: string): string {
  return line
    .replace('"jsonrpc":"2.0",', "")
    .replaceAll("io.modelcontextprotocol/", "…/")
    .replaceAll(/"((?:…\/)?clientInfo)":\{[^{}]*\}/g, '"$1":{…}')
    .replace(',"ttlMs":0,"cacheScope":"private"', ",…");
}
