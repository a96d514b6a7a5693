import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What esbuild tells of the program that is built. Files are relative to the folder of the package. */
interface Built {
  readonly outputs: {
    readonly [file: string]: {
      readonly inputs: { readonly [file: string]: object };
      readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
    };
  };
}

/** The folder of the package. */
export const CLI: string = join(import.meta.dirname, "../..");

export const BUILT: Built = JSON.parse(readFileSync(join(CLI, "dist/metafile-esm.json"), "utf8"));

/** The files that a built file is made of. */
export function madeOf(file: string): readonly string[] {
  return Object.keys(BUILT.outputs[`dist/${file}`]?.inputs ?? {});
}
