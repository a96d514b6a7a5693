import { readFileSync } from "node:fs";

/** An example of a document. */
export interface Fence {
  /** A name for its file. */
  readonly name: string;
  readonly code: string;
  /** The lines that it prints, as its comments say. */
  readonly promised: readonly string[];
}

/** The `ts` examples of a document, which `name` is to tell from those of others. */
export function fencesOf(file: string, name: string): readonly Fence[] {
  const bodies = readFileSync(file, "utf8").matchAll(/^```ts\n(.*?)^```/gms);
  return [...bodies].map(([, code = ""], at) => fence(`${name}-${at + 1}`, code));
}

/** A program whose comments say what it prints. */
export function fence(name: string, code: string): Fence {
  const promised = [...code.matchAll(/\/\/ => (.*)/g)].map(([, line]) => line ?? "");
  return { name, code, promised };
}

/** The same program for `require()`, from what the compiler has made of an example. */
export function required(javascript: string): string {
  const requires: string[] = [];
  const body = javascript
    .replaceAll(/^import \{([^}]*)\} from ("[^"]+");$/gm, (_line, names: string, from: string) => {
      requires.push(`const {${names.replaceAll(" as ", ": ")}} = require(${from});`);
      return "";
    })
    .replaceAll(/^export \{\};$/gm, "");
  return `${requires.join("\n")}
(async () => {
${body}
})().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;
}
