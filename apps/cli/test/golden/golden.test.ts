import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { outcomeOf } from "./run-transcript.js";
import { parseTranscripts, type TranscriptFile, transcriptsText } from "./transcript.js";
import { begin, type Surroundings, workspace } from "./workspace.js";

/** Writes what came out in place of what is written there: to be read, line by line, before it is kept. */
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
if (isUpdate && process.env["CI"] !== undefined)
  throw new Error("CI keeps transcripts as they are.");

/** How many files of transcripts are run at a time. */
const AT_ONCE = 4;

const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".txt"))
  .sort()
  .map((name) => {
    const file = parseTranscripts(readFileSync(join(import.meta.dirname, name), "utf8"));
    return { name, file, outcomes: file.transcripts.map(later) };
  });

/** What will have come of a transcript. */
interface Later {
  readonly promise: Promise<string>;
  readonly resolve: (outcome: string) => void;
  readonly reject: (cause: unknown) => void;
}

function later(): Later {
  let settle: Omit<Later, "promise"> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // It is looked at when its turn comes.
  promise.catch(() => {});
  return { promise, ...settle };
}

let surroundings: Surroundings | undefined;
beforeAll(async () => {
  const begun = await begin();
  surroundings = begun;
  // Servers within this process's runs are looked for there, too.
  vi.stubEnv("PATH", begun.bin);
  const left = [...all];
  for (let at = 0; at < AT_ONCE; at += 1) void runRest(left, begun);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await surroundings?.close();
});

/** Runs files until there are none left; a file's transcripts one after the other, in one folder. */
async function runRest(left: (typeof all)[number][], around: Surroundings): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const place = workspace(next.file.files, around);
    for (const [at, transcript] of next.file.transcripts.entries()) {
      const outcome = next.outcomes[at];
      await outcomeOf(transcript, place).then(outcome?.resolve, outcome?.reject);
    }
    place.remove();
  }
}

describe.each(all)("$name", ({ name, file, outcomes }) => {
  it.each(file.transcripts.map((one, at) => [`${one.name} $ ${one.command}`, one, at] as const))(
    "%s",
    { timeout: 120_000 },
    async (_name, { outcome }, at) => {
      const actual = await outcomes[at]?.promise;
      if (!isUpdate) expect(actual).toBe(outcome);
    },
  );

  if (isUpdate) afterAll(async () => write(name, file, outcomes));
});

async function write(
  name: string,
  file: TranscriptFile,
  outcomes: readonly Later[],
): Promise<void> {
  const transcripts = await Promise.all(
    file.transcripts.map(async (one, at) => ({
      ...one,
      outcome: (await outcomes[at]?.promise) ?? "",
    })),
  );
  writeFileSync(join(import.meta.dirname, name), transcriptsText({ ...file, transcripts }));
}
