import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { writeLicences } from "./bundled-licences.js";

const SRC = resolve(import.meta.dirname, "src");
const CORE = resolve(SRC, "core.ts");

/** What a completion loads; it has to be quick, and needs nothing of the core. */
const QUICK = resolve(SRC, "completion/answer.ts");

/**
 * Files that are loaded where they are needed. esbuild makes a file of what the same of them have in common: where
 * each of them has the whole core, that is one file, and otherwise some fifty.
 */
const LATER: ReadonlySet<string> = new Set(
  globSync("**/*.ts", { cwd: SRC })
    .map((name) => resolve(SRC, name))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bimport\("(?!node:)([^"]+)"\)/g)].map(
        ([, name = ""]) =>
          name.startsWith(".")
            ? resolve(dirname(file), name.replace(/\.js$/, ".ts"))
            : fileURLToPath(import.meta.resolve(name)),
      ),
    )
    .filter((file) => file !== QUICK),
);

// One program that needs nothing beside it, in pieces: what a command does not use is not loaded, which is most of
// what a run costs before it does anything.
export default defineConfig({
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  treeshake: false,
  minify: true,
  noExternal: [/./],
  // What is in the program, in `metafile-esm.json`: by it a release knows what the program holds.
  metafile: true,
  // Not as `entry`: what is named on the command line of tsup takes its place.
  esbuildOptions: (options) => {
    options.entryPoints = {
      main: "src/main.ts",
      // What checks schemas beside the program, and is looked for under this name.
      worker: fileURLToPath(import.meta.resolve("@x/validate/worker")),
    };
  },
  esbuildPlugins: [
    {
      name: "licences",
      setup: ({ onEnd }) => {
        onEnd(({ metafile }) => {
          if (metafile !== undefined) writeLicences(metafile, resolve(import.meta.dirname, "dist"));
        });
      },
    },
    {
      name: "one core",
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.[cm]?[jt]s$/ }, ({ path }) => {
          if (!LATER.has(path)) return undefined;
          const from = JSON.stringify(`./${relative(dirname(path), CORE)}`);
          return {
            contents: `${readFileSync(path, "utf8")}\nimport ${from};`,
            loader: path.endsWith(".ts") ? "ts" : "js",
          };
        });
      },
    },
  ],
  banner: {
    // Some of what is in it asks for Node's own modules in the way of CommonJS. `createRequire` would have to load
    // `node:module` in every run.
    js: "const require = process.getBuiltinModule;",
  },
});
