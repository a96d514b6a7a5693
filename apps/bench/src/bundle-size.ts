import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { StdioContenderName } from "./contender.js";
import type { Measures } from "./order.js";

/** What a host of the contender needs, as a module of nothing but exports. */
const ENTRIES: { readonly [contender in StdioContenderName]: string } = {
  ours: `export { Client } from "@x/client";
    export { stdioTransport } from "@x/transport-stdio";`,
  official: `export { Client } from "@modelcontextprotocol/client";
    export { StdioClientTransport } from "@modelcontextprotocol/client/stdio";`,
  bare: `export { BareConnection } from "./src/contenders/bare-connection.js";`,
};

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The size of a contender with all it depends on, in one minified file for Node. */
export async function bundleSize(contender: StdioContenderName): Promise<Measures> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRIES[contender], resolveDir: PACKAGE },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error("esbuild gave no file.");
  return {
    minifiedBytes: bundle.contents.byteLength,
    gzippedBytes: gzipSync(bundle.contents, { level: 9 }).byteLength,
  };
}
