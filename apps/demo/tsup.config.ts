import { build, defineConfig, type Options } from "tsup";

/** The console's page: one script and one style sheet, for browsers, with all that they need. */
const PAGE: Options = {
  entry: { page: "src/page/page.tsx" },
  outDir: "dist/web",
  publicDir: "src/page/static",
  format: "esm",
  platform: "browser",
  target: "es2022",
  outExtension: () => ({ js: ".js" }),
  noExternal: [/./],
  splitting: false,
  minify: true,
  sourcemap: false,
  clean: false,
  silent: true,
  config: false,
};

// The programs are named where this is called; the page is built for something else, after them.
export default defineConfig({ onSuccess: () => build(PAGE) });
