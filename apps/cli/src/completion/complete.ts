import { COMMANDS } from "../commands.js";
import { oneLine } from "../printable.js";
import { type Completion, completionOf } from "./candidates.js";
import { knownOf, type Surroundings } from "./known.js";
import { typedLine } from "./typed-words.js";

const LONGEST_ABOUT = 80;

/** More candidates than these are of no use to anybody. */
const MOST = 1000;

/**
 * What the scripts of shells ask for: what can stand where the last of these words is being typed. A line
 * a candidate, with a tab and what it is about behind it; or `:files` and, behind a tab, what of the
 * word is before the name of a file.
 */
export async function complete(
  words: readonly string[],
  surroundings: () => Surroundings,
): Promise<string> {
  const line = typedLine(words, COMMANDS);
  const catalogue = (): ReturnType<typeof knownOf> => {
    const around = surroundings();
    return knownOf(line.configs, around);
  };
  return written(await completionOf(line, { commands: COMMANDS, catalogue }));
}

function written(completion: Completion): string {
  if (completion.type === "files") return `:files\t${completion.before}\n`;
  return completion.words
    .slice(0, MOST)
    .map(({ text, about }) => `${text}\t${oneLine(about, LONGEST_ABOUT)}\n`)
    .join("");
}
