import { readdirSync, readFileSync } from "node:fs";
import { parseTranscript } from "./parse-transcript.js";
import { TestkitError } from "./testkit-error.js";
import type { Transcript } from "./transcript.js";

/** The same from the sources and from what is built of them. */
const FOLDER = new URL("../cases/", import.meta.url);
const ENDING = ".jsonl";

/** The names of all cases that come with this package, sorted. */
export function caseNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/**
 * The case with a name of {@link caseNames}: a server that misbehaves, or one that only looks like it.
 *
 * @throws TestkitError `unknown_case`; the message has the names that begin alike.
 */
export function loadCase(name: string): Transcript {
  const names = caseNames();
  if (!names.includes(name)) {
    const alike = names.filter((one) => one.split("-")[0] === name.split("-")[0]);
    const known = alike.length > 0 ? alike : names;
    throw new TestkitError(`There is no case "${name}". There are ${known.join(", ")}.`, {
      code: "unknown_case",
    });
  }
  return parseTranscript(readFileSync(new URL(`${name}${ENDING}`, FOLDER), "utf8"), name);
}

/** A transcript as it is, or the case with a name. */
export function transcriptOf(source: Transcript | string): Transcript {
  return typeof source === "string" ? loadCase(source) : source;
}
