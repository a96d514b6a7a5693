import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fencesOf } from "./markdown.ts";

/** A fence that is run, and what it promises to print. */
interface Snippet {
  readonly where: string;
  readonly language: "ts" | "sh";
  readonly code: string;
  readonly promised: string;
}

/** What a fence of a page may be; the last three are not run. */
const LANGUAGES = ["ts", "sh", "json", "jsonl", "yaml", "console", "text"];
/** Beside them in READMEs of packages: a part of a program, which does not stand alone. */
const PARTS = ["js", "typescript"];
/** What wants the network, or would install, or runs everything. */
const BY_HAND = /\b(?:npx|npm|curl|git clone|pnpm install)\b/;
const LONGEST_MS = 60_000;

const root = join(import.meta.dirname, "..");
const out = join(import.meta.dirname, ".snippets");

/**
 * Runs the `ts` and `sh` fences of the sources and compares what they print with what they promise.
 *
 * - `ts` becomes `docs/.snippets/<n>.ts` and is run by this Node in `docs`; `// => …` is what it prints.
 * - `sh` is run by `sh -eu` in the root, with this Node on the PATH; `# => …`, where there is any, is what it prints.
 *
 * @throws Error for the first fence that does something else, or is of a kind that pages do not have.
 */
export async function runSnippets(sources: readonly string[]): Promise<string> {
  const snippets = sources.flatMap(snippetsOf);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const waiting = [...snippets.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(...next);
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, worker));
  const shell = snippets.filter(({ language }) => language === "sh").length;
  return `${snippets.length} snippets ran, ${shell} of them by the shell`;
}

function snippetsOf(source: string): readonly Snippet[] {
  const snippets: Snippet[] = [];
  for (const { language, code, line } of fencesOf(readFileSync(join(root, source), "utf8"))) {
    const where = `${source}:${line}`;
    const isReadme = /^(?:packages|apps)\//.test(source);
    if (![...LANGUAGES, ...(isReadme ? PARTS : [])].includes(language)) {
      throw new Error(`${where}: a fence is one of ${LANGUAGES.join(", ")}; see CONTRIBUTING.md.`);
    }
    if (language !== "ts" && language !== "sh") continue;
    if (language === "sh" && BY_HAND.test(code)) {
      throw new Error(`${where}: this is for hands, not for a test: make it a console fence.`);
    }
    const promise = language === "ts" ? /\/\/ => (.*)/g : /^# => (.*)/gm;
    const promised = [...code.matchAll(promise)].map((match) => match[1]).join("\n");
    snippets.push({ where, language, code, promised });
  }
  return snippets;
}

async function run(index: number, { where, language, code, promised }: Snippet): Promise<void> {
  const file = join(out, `${index}.${language}`);
  const comment = language === "ts" ? "//" : "#";
  writeFileSync(file, `${comment} ${where}\n${code}`);
  const printed =
    language === "ts"
      ? await printedBy(where, process.execPath, [file], import.meta.dirname)
      : await printedBy(where, "sh", ["-eu", file], root);
  if (printed === promised || (language === "sh" && promised === "")) return;
  throw new Error(`${where}: a snippet printed\n${printed}\nbut promises\n${promised}`);
}

function printedBy(
  where: string,
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;
  const options = { cwd, timeout: LONGEST_MS, env: { ...process.env, PATH, NO_COLOR: "1" } };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`${where}: a snippet failed\n${stdout}${stderr}`, { cause: error }));
    });
  });
}
