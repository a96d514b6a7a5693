import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** A Node that a consumer may have. */
export interface Node {
  /** Such as `Node 20.20.2`. */
  readonly name: string;
  readonly path: string;
}

/** The machine's own Node, beside which is an npm: the first on the path that no package has brought. */
export const HOST: Node = named(onPath("node") ?? process.execPath);

/** Every Node that the packages are tried on: the machine's own, and the one that runs the tests. */
export const NODES: readonly Node[] = [HOST, named(process.execPath)].filter(
  ({ name }, at, all) => all.findIndex((one) => one.name === name) === at,
);

/** The machine's npm. */
export const NPM: string = onPath("npm") ?? "npm";

/** The variables of a process that begins with this Node, and knows of no registry but what `more` says. */
export function environment(node: Node, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|pnpm_|node_options)/i.test(key),
  );
  const PATH = [dirname(node.path), process.env["PATH"]].join(delimiter);
  return { ...Object.fromEntries(own), PATH, ...more };
}

function named(path: string): Node {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim();
  return { name: `Node ${version.slice(1)}`, path };
}

function onPath(program: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
