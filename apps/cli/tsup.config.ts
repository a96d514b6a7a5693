import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";

// One program that needs nothing beside it, in pieces: what a command does not use is not loaded, which is most of
// what a run costs before it does anything.
export default defineConfig({
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  treeshake: false,
  noExternal: [/./],
  // Not as `entry`: what is named on the command line of tsup takes its place.
  esbuildOptions: (options) => {
    options.entryPoints = {
      main: "src/main.ts",
      // What checks schemas beside the program, and is looked for under this name.
      worker: fileURLToPath(import.meta.resolve("@x/validate/worker")),
    };
  },
  banner: {
    // Some of what is in it asks for Node's own modules in the way of CommonJS.
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
});
