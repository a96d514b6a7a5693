import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { StdioContenderName } from "./contender.js";
import type { Measures } from "./order.js";

/** What a host of the contender imports. The limit needs nothing but child processes. */
const MODULES: { readonly [contender in StdioContenderName]: readonly string[] } = {
  ours: ["@x/client", "@x/transport-stdio"],
  official: ["@modelcontextprotocol/client", "@modelcontextprotocol/client/stdio"],
  bare: ["node:child_process"],
};

/** How much longer a process lives that imports the contender and does nothing. */
export async function importTime(contender: StdioContenderName): Promise<Measures> {
  const imports = MODULES[contender].map(
    (name) => `import ${JSON.stringify(import.meta.resolve(name))};`,
  );
  const emptyMs = await processMs("");
  return { importMs: (await processMs(imports.join("\n"))) - emptyMs };
}

async function processMs(source: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code === 0) return performance.now() - startedAt;
  throw new Error(`A process with the source ${JSON.stringify(source)} ended with code ${code}.`);
}
