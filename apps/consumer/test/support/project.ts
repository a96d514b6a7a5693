import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fence, required } from "./fences.js";
import { environment, HOST, NODES, NPM } from "./nodes.js";
import type { Registry } from "./registry.js";
import { eachOfTwo, run } from "./run.js";

const APP = join(import.meta.dirname, "../..");
const TSC = join(APP, "node_modules/typescript/bin/tsc");

/** A project of somebody who has nothing but a registry. */
export interface Project {
  readonly folder: string;
  /** The names of all packages that are installed in it, sorted. */
  installed(): readonly string[];
  /** Runs programs on every Node, as modules and by `require()`; gives those that print something else. */
  differing(fences: readonly Fence[]): Promise<readonly Difference[]>;
}

/** A program that did not print what it promised. */
interface Difference {
  readonly how: string;
  readonly printed: readonly string[];
  readonly promised: readonly string[];
}

/** Checks a program against the types of the packages and those of a browser alone: none of Node, none newer than ES2022. */
export async function checkForBrowsers(folder: string, code: string): Promise<void> {
  const at = join(folder, "browser");
  mkdirSync(at);
  writeFileSync(join(at, "program.ts"), code);
  const compilerOptions = {
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["es2022", "dom"],
    types: [],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const config = { compilerOptions, files: ["program.ts"] };
  writeFileSync(join(at, "tsconfig.json"), JSON.stringify(config));
  await run(process.execPath, [TSC], { cwd: at, env: process.env });
}

/** Makes an empty project, with an empty cache, and installs packages in it. */
export async function project(registry: Registry, packages: readonly string[]): Promise<Project> {
  const name = packages
    .join("+")
    .replaceAll(/[^a-z-]+/g, "_")
    .slice(0, 60);
  const folder = join(registry.folder, `project-${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", type: "module" }));
  const env = { ...registry.env, npm_config_cache: join(folder, "npm-cache") };
  await run(NPM, ["install", ...packages], { cwd: folder, env: environment(HOST, env) });
  return {
    folder,
    installed: () =>
      globSync(["node_modules/*/package.json", "node_modules/@*/*/package.json"], { cwd: folder })
        .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")).name)
        .toSorted(),
    differing: (fences) => differing(folder, registry, fences),
  };
}

async function differing(
  folder: string,
  registry: Registry,
  fences: readonly Fence[],
): Promise<readonly Difference[]> {
  await compile(folder, fences);
  const runs = fences.flatMap(({ name, promised }) =>
    NODES.flatMap((node) =>
      [".js", ".cjs"].map((extension) => ({ file: `${name}${extension}`, node, promised })),
    ),
  );
  const differences = await eachOfTwo(runs, async ({ file, node, promised }) => {
    const env = environment(node, { HOME: registry.env["HOME"] });
    const { stdout } = await run(node.path, [file], { cwd: join(folder, "out"), env });
    const printed = stdout.trimEnd().split("\n");
    if (printed.join("\n") === promised.join("\n")) return [];
    return [{ how: `${file} on ${node.name}`, printed, promised }];
  });
  return differences.flat();
}

/** Compiles against the types that came with the packages, for a Node that has no `await using`. */
async function compile(folder: string, fences: readonly Fence[]): Promise<void> {
  mkdirSync(join(folder, "src"));
  for (const { name, code } of fences) writeFileSync(join(folder, "src", `${name}.ts`), code);
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "esnext.disposable"],
    strict: true,
    exactOptionalPropertyTypes: true,
    typeRoots: [join(APP, "node_modules/@types")],
    types: ["node"],
    rootDir: "src",
    outDir: "out",
  };
  const config = { compilerOptions, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  await run(process.execPath, [TSC], { cwd: folder, env: process.env });
  for (const { name } of fences) {
    const file = join(folder, "out", name);
    writeFileSync(`${file}.cjs`, required(readFileSync(`${file}.js`, "utf8")));
  }
}
