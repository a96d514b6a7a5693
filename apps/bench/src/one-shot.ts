import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cheapServer } from "./cheap-server.js";
import type { CommandLineName, ServerCommand } from "./contender.js";
import type { Measures } from "./order.js";

/** Nothing here takes so long unless it hangs. */
const TIMEOUT_MS = 60_000;
const TEXT = "is-it-back";

/** Where each program's own file is, and its arguments for one call. */
const PROGRAMS: {
  readonly [name in CommandLineName]: {
    readonly file: () => string;
    readonly args: (server: ServerCommand, config: string) => readonly string[];
  };
} = {
  "x-mcp": {
    file: () => binOf("@x/cli", "x-mcp"),
    args: ({ name }, config) => ["call", `${name}/echo`, `text=${TEXT}`, "--config", config],
  },
  mcporter: {
    file: () => binOf("mcporter", "mcporter"),
    args: ({ name }, config) => ["call", `${name}.echo`, `text=${TEXT}`, "--config", config],
  },
  inspector: {
    file: () => binOf("@modelcontextprotocol/inspector", "mcp-inspector"),
    args: ({ name }, config) => [
      ...["--cli", "--config", config, "--server", name],
      ...["--method", "tools/call", "--tool-name", "echo", "--tool-arg", `text=${TEXT}`],
    ],
  },
  bare: {
    // Built as a file of its own: it loads nothing that it does not use.
    file: () => fileURLToPath(new URL("./one-shot-bare.js", import.meta.url)),
    args: ({ command, args }) => [TEXT, command, ...args],
  },
};

/**
 * One call of a tool of a server that has to be started, as a program: from its start to its end. Rejects
 * where the program fails, or does not print what the tool answers.
 */
export async function oneShot(name: CommandLineName): Promise<Measures> {
  const server = cheapServer({ tools: 20 });
  const folder = mkdtempSync(join(tmpdir(), "x-mcp-bench-"));
  try {
    const config = join(folder, "mcp.json");
    const { command, args } = server;
    writeFileSync(config, JSON.stringify({ mcpServers: { [server.name]: { command, args } } }));
    const program = PROGRAMS[name];
    const words = [program.file(), ...program.args(server, config)];
    const startedAt = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      // What a program keeps between runs is kept where it ends with this one.
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder },
      timeout: TIMEOUT_MS,
    });
    const processMs = performance.now() - startedAt;
    if (stdout.includes(TEXT)) return { processMs };
    throw new Error(`${name} did not print the answer, but ${JSON.stringify(stdout)}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The script behind a program of a package. */
function binOf(name: string, program: string): string {
  const manifest = join(packageFolder(name), "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly bin: { readonly [program: string]: string };
  };
  return join(dirname(manifest), bin[program] ?? "");
}

/** Where a package is that this one depends on. Found by folder: not all of them export their manifest. */
function packageFolder(name: string): string {
  return fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));
}
